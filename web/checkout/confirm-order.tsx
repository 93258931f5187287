import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { call } from '../api/client.ts'
import { useRequest } from '../api/use-request.ts'
import { useStoreConfigIfLoaded } from '../layout/store-config.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { FormError } from '../ui/form-error.tsx'
import { PayOrderOnline } from './payment/pay-order-online.tsx'

interface ConfirmOrderProps {
  /** of the link */
  token: string
  order: CallReply<'POST /order/confirmation/find'>
  onDone: (message: string) => void
  /** reads the order again */
  onChange: () => Promise<void>
}

/** Confirms, pays or cancels one order. */
export function ConfirmOrder({ token, order, onDone, onChange }: ConfirmOrderProps) {
  const { number, isToBePaid, online = order, amount = getToPay(online) } = order
  const canPayOnline = Boolean(useStoreConfigIfLoaded()?.checkoutScript)
  const [pending, setPending] = useState<boolean>()
  const [isCancelling, setCancelling] = useState(false)
  const { busy: isBusy, error, setError, run } = useRequest()
  const button = useReturnFocus({ failed: error !== undefined, busy: isBusy })
  const answer = async (isAccepted: boolean) => {
    setPending(isAccepted)
    await run(async () => onDone((await call('POST /order/confirmation', { body: { token, isAccepted } })).message))
    setCancelling(false)
    setPending(undefined)
  }
  const toPay = formatRupees(getToPay(order))
  const less = order.online ? `, or ${formatRupees(amount)} if you pay online now` : ''
  return (
    <>
      <p className="text-soft">
        Do you want order <span className="font-medium text-ink tabular-nums">{number}</span>? We pack it after you have{' '}
        {isToBePaid ? `paid ${toPay} online.` : `confirmed it. You pay the courier ${toPay}${less}.`}
      </p>
      <div className="flex flex-col gap-5">
        <noscript>
          <p>This page needs JavaScript. You can also reply to our email.</p>
        </noscript>
        <FormError text={error} />
        {!isToBePaid && (
          <Button ref={button} variant="primary" disabled={isBusy} aria-busy={isBusy} onClick={() => answer(true)} className="min-h-12">
            {pending === true ? 'Confirming…' : 'Yes, send it'}
          </Button>
        )}
        <PayOrderOnline
          token={token}
          number={number}
          amount={amount}
          isOnlyWay={isToBePaid}
          disabled={isBusy}
          onDone={onDone}
          onChange={onChange}
          onError={setError}
        />
        <Button disabled={isBusy} onClick={() => setCancelling(true)} className="min-h-12">
          No, cancel it
        </Button>
        {isCancelling && (
          <ConfirmDialog
            title="Cancel the order?"
            text="Nothing is sent, and you have nothing to pay."
            action="Cancel the order"
            busy={isBusy}
            onConfirm={() => answer(false)}
            onClose={() => setCancelling(false)}
          />
        )}
        {!canPayOnline && <PayAnotherWay />}
      </div>
    </>
  )
}

/** Card payment is off in this shop. */
function PayAnotherWay() {
  return (
    <section aria-labelledby="pay-online" className="flex flex-col items-start gap-2 border-line border-t pt-5">
      <h3 id="pay-online" className="font-medium">
        Would you rather pay online?
      </h3>
      <p className="text-soft">Write to us with your order number, and we will help you.</p>
      <LinkButton to="/contact">Contact us</LinkButton>
    </section>
  )
}
