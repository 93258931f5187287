import { policy } from '#contract/limits/policy-numbers.ts'
import { formatRupees } from '#contract/money.ts'

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`

const rows = [
  ['Dispatch', `Within ${range(policy.dispatchHours)} hours.`],
  ['Delivery', `Free across India, in ${range(policy.deliveryDays)} days. We do not ship internationally.`],
  [
    'Returns',
    `Within ${policy.returnWindowDays} days of delivery. Pickup takes ${range(policy.pickupWorkingDays)} working days; a reverse shipping fee of ${formatRupees(policy.reverseShippingFeeRupees)} applies.`,
  ],
  [
    'Refunds',
    `Prepaid orders: ${range(policy.prepaidRefundWorkingDays)} working days after your return reaches us. Cash on delivery: up to ${policy.codRefundWorkingDays} working days.`,
  ],
] as const

/** Delivery, returns and refunds in short, on the product page. */
export function DeliveryInfo() {
  return (
    <section aria-label="Delivery and returns">
      <div aria-hidden="true" className="dashed-line mb-2 text-line" />
      <dl className="grid gap-x-6 md:grid-cols-[6rem_minmax(0,1fr)]">
        {rows.map(([term, text]) => (
          <div key={term} className="grid grid-cols-subgrid border-b border-line py-3 last:border-0 md:col-span-2">
            <dt className="font-medium">{term}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
