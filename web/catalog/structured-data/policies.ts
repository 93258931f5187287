import type { MerchantReturnPolicy, OfferShippingDetails, QuantitativeValue, ShippingConditions, ShippingService } from 'schema-dts'
import { currency } from '#contract/kernel/business.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'
import { toPaise, toRupees } from '#contract/kernel/money.ts'
import { calculateShipping } from '#contract/orders/charges.ts'

const toDays = ([minValue, maxValue]: readonly (number | undefined)[]): QuantitativeValue => ({
  '@type': 'QuantitativeValue',
  ...(minValue !== undefined && { minValue }),
  ...(maxValue !== undefined && { maxValue }),
  unitCode: 'DAY',
})

/** Days before the dispatch, and those on the way: the policy counts delivery from the order. */
function listDays(policies: Policies, dispatchDays?: number) {
  const usual = policies.dispatchHours.map((hours) => hours / 24)
  const handling = dispatchDays === undefined ? usual : [0, dispatchDays]
  const transit = policies.deliveryDays.map((days, index) => days - (usual[index] ?? 0))
  return { handling: toDays(handling), transit: toDays(transit) }
}

const toRate = (rupees: number) => ({ '@type': 'MonetaryAmount', value: String(rupees), currency }) as const
const destination = { '@type': 'DefinedRegion', addressCountry: 'IN' } as const

/** Whether the delivery can be described: its charge does not depend on the PIN code. */
export const hasShippingDetails = ({ shippingByPin }: Policies): boolean => shippingByPin !== 'on'

interface DescribedShipping {
  readonly id: string
  readonly policies: Policies
  readonly price: number
  /** of a product that is made to order */
  readonly dispatchDays: number | undefined
}

/** The delivery of the offers of a product, which refer to it by its id. `price` in rupees: of an order of one item. */
export function describeShipping({ id, policies, price, dispatchDays }: DescribedShipping): OfferShippingDetails {
  const { handling, transit } = listDays(policies, dispatchDays)
  return {
    '@type': 'OfferShippingDetails',
    '@id': id,
    shippingRate: toRate(toRupees(calculateShipping({ policies, goods: toPaise(price) }))),
    shippingDestination: destination,
    deliveryTime: { '@type': 'ShippingDeliveryTime', handlingTime: handling, transitTime: transit },
  }
}

/** What the delivery of an order costs by its value. */
function listRates(policies: Policies) {
  const { shippingChargeRupees: charge = 0, freeShippingFromRupees: freeFrom = 0 } = policies
  if (charge === 0 || freeFrom === 0) return [{ shippingRate: toRate(charge) }]
  return [
    { orderValue: { '@type': 'MonetaryAmount', minValue: freeFrom, currency }, shippingRate: toRate(0) },
    { orderValue: { '@type': 'MonetaryAmount', maxValue: freeFrom - 0.01, currency }, shippingRate: toRate(charge) },
  ] as const
}

/** The delivery as the shop as a whole offers it. */
export function describeShippingService(policies: Policies): ShippingService {
  const { handling, transit } = listDays(policies)
  const conditions = listRates(policies).map(
    (rate): ShippingConditions => ({
      '@type': 'ShippingConditions',
      shippingDestination: destination,
      ...rate,
      transitTime: { '@type': 'ServicePeriod', duration: transit },
    }),
  )
  return {
    '@type': 'ShippingService',
    name: 'Delivery in India',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    handlingTime: { '@type': 'ServicePeriod', duration: handling },
    shippingConditions: conditions.length === 1 ? conditions[0] : conditions,
  }
}

/** The returns of everything that the shop sells. */
export function describeReturns({ id, origin, policies }: { id: string; origin: string; policies: Policies }): MerchantReturnPolicy {
  return {
    '@type': 'MerchantReturnPolicy',
    '@id': id,
    applicableCountry: 'IN',
    returnPolicyCountry: 'IN',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: policies.returnWindowDays,
    merchantReturnLink: `${origin}/returnPolicy`,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: 'https://schema.org/ReturnShippingFees',
    returnShippingFeesAmount: { '@type': 'MonetaryAmount', value: policies.reverseShippingFeeRupees.toFixed(2), currency },
  }
}
