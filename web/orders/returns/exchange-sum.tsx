import { formatRupees } from '#contract/kernel/money.ts'
import type { ReturnableOrder } from '#contract/returns/returns.ts'
import type { ReturnPreview } from './return-source.ts'

/** What an exchange costs, and when the new items are sent. */
export function ExchangeSum({ order, preview }: { order: ReturnableOrder; preview: ReturnPreview | undefined }) {
  const { fee = 0, isSentAtOnce = false } = order.exchange ?? {}
  if (!preview)
    return (
      <p className="text-soft">
        Choose the items, the reasons and what you want instead.{' '}
        {fee > 0 && `The way back costs ${formatRupees(fee)} once, unless an item is faulty or not the one you ordered.`}
      </p>
    )
  const toPay = preview.toPay ?? 0
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">New items</dt>
        <dd className="text-right">{formatRupees(0)}</dd>
        <dt className="text-soft">Way back</dt>
        <dd className="text-right">{toPay > 0 ? formatRupees(toPay) : preview.isFault ? 'We pay' : formatRupees(0)}</dd>
        <dt className="border-t border-edge pt-2 font-semibold">You pay</dt>
        <dd className="border-t border-edge pt-2 text-right font-semibold">{formatRupees(toPay)}</dd>
      </dl>
      {toPay > 0 && <p className="text-sm text-soft">We send you a link to pay it online. We pack the new items after that.</p>}
      <p className="text-sm text-soft">
        {isSentAtOnce
          ? 'We send the new items when we have accepted the exchange.'
          : 'When we have accepted the exchange, we hold the new items for you and send them after yours have reached us.'}
      </p>
    </>
  )
}
