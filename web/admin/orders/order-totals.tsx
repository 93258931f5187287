import { formatRupees } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { paymentStatusClass } from '../../orders/order-text.ts'

export function OrderTotals({ order, type }: { order: Order; type: string }) {
  const rows = [
    ['Total', formatRupees(order.totalPrice)],
    ['Paid', formatRupees(order.amountPaid)],
    ['Due on delivery', formatRupees(order.cashOndelivery)],
    ['Type', type],
  ] as const
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 text-sm tabular-nums">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{name}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
      <dt className="text-soft">Payment</dt>
      <dd className={`text-right font-semibold ${paymentStatusClass(order.paymentStatus)}`}>{order.paymentStatus}</dd>
    </dl>
  )
}
