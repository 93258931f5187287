import { policy } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`

/** What happens after the button, from the written policies. */
const facts = [
  ['Dispatch', `Within ${range(policy.dispatchHours)} hours.`],
  ['Delivery', `${range(policy.deliveryDays)} days, free, anywhere in India. We do not ship abroad.`],
  [
    'Returns',
    `Within ${policy.returnWindowDays} days of delivery. We collect it in ${range(policy.pickupWorkingDays)} working days; the way back costs ${formatRupees(policy.reverseShippingFeeRupees)}.`,
  ],
  [
    'Refund',
    `Prepaid: ${range(policy.prepaidRefundWorkingDays)} working days after it is back with us. Cash on delivery: up to ${policy.codRefundWorkingDays} working days.`,
  ],
] as const

export function DeliveryInfo() {
  return (
    <section aria-label="Delivery and returns">
      <div aria-hidden="true" className="dashed-line mb-2 text-line" />
      <dl className="grid gap-x-6 sm:grid-cols-[6rem_minmax(0,1fr)]">
        {facts.map(([term, words]) => (
          <div key={term} className="grid grid-cols-subgrid border-b border-line py-3 last:border-0 sm:col-span-2">
            <dt className="font-medium">{term}</dt>
            <dd className="text-soft">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
