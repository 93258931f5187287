import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { TotalRows } from '../orders/shared/total-rows.tsx'
import { FormError } from '../ui/form-error.tsx'
import { PayOrderOnline } from './payment/pay-order-online.tsx'

interface PayOrderProps {
  /** of the link */
  token: string
  order: CallReply<'POST /order/payment/find'>
  onDone: (message: string) => void
  /** reads the order again */
  onChange: () => Promise<void>
}

/** Pays an order on delivery online instead, until it is packed. */
export function PayOrder({ token, order, onDone, onChange }: PayOrderProps) {
  const [error, setError] = useState<string>()
  const { number, advance, online = order, amount = getToPay(online) } = order
  return (
    <>
      <p className="text-soft">
        Pay {formatRupees(amount)} for order <span className="font-medium text-ink tabular-nums">{number}</span> by UPI, card or net
        banking, and the courier collects nothing. You can do so until we pack it.
      </p>
      {(order.online || advance !== undefined) && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
          <TotalRows order={online} />
          {advance !== undefined && (
            <>
              <dt className="text-soft">Paid online</dt>
              <dd className="text-right text-soft">{formatRupees(advance)}</dd>
              <dt className="font-semibold">To pay now</dt>
              <dd className="text-right font-semibold">{formatRupees(amount)}</dd>
            </>
          )}
        </dl>
      )}
      <noscript>
        <p>This page needs JavaScript.</p>
      </noscript>
      <FormError text={error} />
      <PayOrderOnline
        token={token}
        number={number}
        amount={amount}
        isOnlyWay={false}
        isMain
        disabled={false}
        onDone={onDone}
        onChange={onChange}
        onError={setError}
      />
    </>
  )
}
