import { useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { isReturnOpen } from '#contract/orders/return-states.ts'
import type { ShopperReturn } from '#contract/returns/returns.ts'
import { useRequest } from '../../api/use-request.ts'
import { usePolicies, useStoreConfig } from '../../layout/store-config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { formatSize } from '../shared/order-text.ts'
import { ReturnPhotos } from './return-photos.tsx'
import type { ReturnSource } from './return-source.ts'
import { describeReturn, reasonLabels, stateLabels } from './return-texts.ts'

interface ReturnListProps {
  orderNumber: string
  returns: readonly ShopperReturn[]
  source: ReturnSource
  onChange: (message: string) => void
}

/** The returns of an order with their states, newest first. */
export function ReturnList({ orderNumber, returns, source, onChange }: ReturnListProps) {
  const policies = usePolicies()
  const [pending, setPending] = useState<ShopperReturn>()
  const [taking, setTaking] = useState<ShopperReturn>()
  const { busy, error, setError, run } = useRequest()
  const close = () => {
    setError(undefined)
    setPending(undefined)
    setTaking(undefined)
  }
  const send = (call: () => Promise<{ message: string }>) =>
    run(async () => {
      const { message } = await call()
      close()
      onChange(message)
    })
  return (
    <ul aria-label="Returns" className="flex flex-col gap-5">
      {returns.map((returned) => {
        const { _id, number, state, lines, refund, askedAt, canWithdraw, handover, payout, exchange } = returned
        const isSent = state === 'accepted' && handover === 'send'
        return (
          <li
            key={_id}
            className={`${isSent ? '' : 'print:hidden'} flex flex-col gap-3 rounded-control border border-line bg-raised p-5 sm:p-6 print:border-0 print:p-0`}
          >
            <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <span className="font-display text-2xl leading-tight">{stateLabels[state]}</span>
              <span className="text-sm text-soft tabular-nums">
                {exchange ? 'Exchange' : 'Return'} {number}, <time dateTime={askedAt}>{formatDate(askedAt)}</time>
              </span>
            </p>
            <p className="max-w-prose wrap-anywhere">{describeReturn({ returned, policies })}</p>
            <ul className="flex flex-col gap-1 text-sm">
              {lines.map(({ line, name, size, quantity, reason, exchange: item }) => (
                <li key={line}>
                  {quantity} × {name}, {formatSize(size)} <span className="text-soft">({reasonLabels[reason]})</span>
                  {item && (
                    <span className="block">
                      → {item.name}, {formatSize(item.size)}
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {isReturnOpen(state) && state !== 'received' && exchange?.toPay !== 0 && (
              <p className="text-sm text-soft">
                {exchange ? `You pay for the way back: ${formatRupees(exchange.toPay)}` : `Expected refund: ${formatRupees(refund)}`}
              </p>
            )}
            <ReturnPhotos returned={returned} source={source} onChange={onChange} />
            <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
              {exchange?.order && <LinkButton to={`/order-tracking?number=${exchange.order.number}`}>Track the new items</LinkButton>}
              {isSent && <Button onClick={() => window.print()}>Print the slip</Button>}
              {payout?.link && (
                <LinkButton variant={payout.state === 'details needed' ? 'primary' : 'outline'} to={payout.link}>
                  {payout.state === 'details needed' ? 'Say where to transfer it' : 'Change where we transfer it'}
                </LinkButton>
              )}
              {exchange?.canTakeMoney && (
                <Button variant={exchange.isSoldOut ? 'primary' : 'quiet'} onClick={() => setTaking(returned)}>
                  Take {formatRupees(exchange.money)} instead
                </Button>
              )}
              {canWithdraw && (
                <Button variant="quiet" onClick={() => setPending(returned)}>
                  Withdraw this {exchange ? 'exchange' : 'return'}
                </Button>
              )}
            </div>
            {isSent && <ReturnSlip orderNumber={orderNumber} returned={returned} />}
          </li>
        )
      })}
      {pending && (
        <ConfirmDialog
          title={`Withdraw this ${pending.exchange ? 'exchange' : 'return'}?`}
          text={`You keep the items of return ${pending.number}, and nothing is ${pending.exchange ? 'sent' : 'paid back'} for them.`}
          action="Yes, withdraw it"
          busy={busy}
          error={error}
          onConfirm={() => send(() => source.withdraw(pending._id))}
          onClose={close}
        />
      )}
      {taking?.exchange && (
        <ConfirmDialog
          title="Take the money instead?"
          text={`You get back ${formatRupees(taking.exchange.money)} for the items of return ${taking.number}, after they have reached us.`}
          action="Yes, take the money"
          busy={busy}
          error={error}
          onConfirm={() => send(() => source.takeMoney({ returnId: taking._id, refund: taking.exchange?.money ?? 0 }))}
          onClose={close}
        />
      )}
    </ul>
  )
}

/** What is put into a parcel that a shopper sends back, with the address of the shop. Its items are printed above it. */
function ReturnSlip({ orderNumber, returned }: { orderNumber: string; returned: ShopperReturn }) {
  const { storeName, storeAddress, storePhone, storeEmail } = useStoreConfig()
  return (
    <section
      aria-label={`Address for return ${returned.number}`}
      className="flex flex-col gap-1 border-t border-dashed border-edge pt-3 print:mt-4"
    >
      <p className="text-sm text-soft">Send the items to</p>
      <address className="not-italic wrap-anywhere">
        <span className="block font-semibold">{storeName}</span>
        {storeAddress ? <span className="block">{storeAddress}</span> : <span className="block">Please ask us for the address.</span>}
        <span className="block text-soft tabular-nums">{[storePhone, storeEmail].filter(Boolean).join(', ')}</span>
      </address>
      <p className="hidden print:block">
        Return {returned.number} of order {orderNumber}. Please put this slip into the parcel.
      </p>
    </section>
  )
}
