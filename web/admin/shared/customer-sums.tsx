import { formatRupees } from '#contract/kernel/money.ts'
import type { Customer } from '#contract/orders/customers.ts'

/** What a customer has ordered, paid, refused and cancelled. */
export function CustomerSums({ customer: { orders, paid, onDelivery, refused, cancelled } }: { customer: Customer }) {
  const sums = [
    ['Orders', orders.toLocaleString('en-IN')],
    ['Paid', formatRupees(paid)],
    ['Due on delivery', formatRupees(onDelivery)],
    ['Refused', refused.toLocaleString('en-IN')],
    ['Cancelled', cancelled.toLocaleString('en-IN')],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm tabular-nums">
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className={`text-lg font-semibold ${name === 'Refused' && refused > 0 ? 'text-bad' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
