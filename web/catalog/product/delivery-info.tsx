import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { describePreOrder } from '#contract/catalog/pre-order-text.ts'
import type { Product } from '#contract/catalog/products.ts'
import { describeReturnRule } from '#contract/catalog/return-rule-texts.ts'
import type { ReturnRule } from '#contract/catalog/return-rules.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { addDispatchDays } from '#contract/orders/delivery-estimate.ts'
import { describeShipping } from '#contract/orders/shipping-texts.ts'
import { useStoreConfig } from '../../layout/store-config.ts'

const range = ([from, to]: readonly [number, number]) => `${from} to ${to}`

/** The row about returns, as the rule of the product says. */
function describeReturns({ policies, returnRule }: { policies: Policies; returnRule: ReturnRule | undefined }): string {
  const rule = describeReturnRule(returnRule)
  if (rule !== undefined) return rule
  return `Within ${policies.returnWindowDays} days of delivery. Pickup takes ${range(policies.pickupWorkingDays)} working days; a reverse shipping fee of ${formatRupees(policies.reverseShippingFeeRupees)} applies.`
}

/** What is offered in general; a PIN code may have less. */
function describePayment({ canPayOnline, offersCod }: { canPayOnline: boolean; offersCod: boolean }): string {
  if (!canPayOnline) return 'Cash on delivery.'
  return offersCod ? 'UPI, card or net banking, or cash on delivery.' : 'UPI, card or net banking.'
}

interface Delivery {
  policies: Policies
  canPayOnline: boolean
  offersCod: boolean
  /** of a product that is made to order */
  dispatchDays: number | undefined
  /** of a pre-order */
  availableFrom: string | undefined
  deliveryDays: Policies['deliveryDays']
  returnRule: ReturnRule | undefined
}

function describeLeaving({ policies, dispatchDays, availableFrom }: Pick<Delivery, 'policies' | 'dispatchDays' | 'availableFrom'>): string {
  if (availableFrom !== undefined) return `${describePreOrder(availableFrom)}.`
  return dispatchDays === undefined ? `Within ${range(policies.dispatchHours)} hours.` : `${describeDispatch(dispatchDays)}.`
}

const listRows = ({ policies, dispatchDays, availableFrom, deliveryDays, returnRule, ...offered }: Delivery) => [
  ['Payment', describePayment(offered)],
  ['Dispatch', describeLeaving({ policies, dispatchDays, availableFrom })],
  ['Delivery', `${describeShipping(policies).delivery}, in ${range(deliveryDays)} days. We do not ship internationally.`],
  ['Returns', describeReturns({ policies, returnRule })],
  ...(policies.exchanges === 'on' && returnRule !== 'final sale'
    ? [
        [
          'Exchange',
          `For another size or colour of the same style at the same price, if it is in stock, within ${policies.returnWindowDays} days of delivery.`,
        ],
      ]
    : []),
  [
    'Refunds',
    `Prepaid orders: ${range(policies.prepaidRefundWorkingDays)} working days after your return reaches us. Cash on delivery: up to ${policies.codRefundWorkingDays} working days.`,
  ],
]

/** Delivery, returns and refunds in short, on the product page. */
export function DeliveryInfo({ product }: { product: Pick<Product, 'dispatchDays' | 'availableFrom' | 'returnRule'> }) {
  const { dispatchDays, availableFrom, returnRule } = product
  const { policies, checkoutScript, offersCod } = useStoreConfig()
  const { deliveryDays } = addDispatchDays({ policies, dispatchHours: policies.dispatchHours, dispatchDays: [dispatchDays] })
  const offered = { canPayOnline: Boolean(checkoutScript), offersCod: offersCod !== false }
  const rows = listRows({ policies, deliveryDays, ...offered, dispatchDays, availableFrom, returnRule })
  return (
    <section aria-label="Delivery and returns">
      <div aria-hidden="true" className="dashed-line mb-2 text-line" />
      <dl className="grid gap-x-10 lg:gap-x-20 sm:grid-cols-2 sm:gap-y-6 sm:pt-4 lg:grid-cols-3">
        {rows.map(([term, text]) => (
          <div key={term} className="border-line max-sm:border-b max-sm:py-3 max-sm:last:border-0">
            <dt className="font-medium">{term}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
