import type { MerchantReturnPolicy, OfferShippingDetails, QuantitativeValue, ShippingService } from 'schema-dts'
import { currency } from '#contract/kernel/business.ts'
import type { Policies } from '#contract/kernel/limits/policy-numbers.ts'

const toDays = ([minValue, maxValue]: readonly (number | undefined)[]): QuantitativeValue => ({
  '@type': 'QuantitativeValue',
  ...(minValue !== undefined && { minValue }),
  ...(maxValue !== undefined && { maxValue }),
  unitCode: 'DAY',
})

/** Days before the dispatch, and those on the way: the policy counts delivery from the order. */
function listDays(policies: Policies) {
  const handling = policies.dispatchHours.map((hours) => hours / 24)
  const transit = policies.deliveryDays.map((days, index) => days - (handling[index] ?? 0))
  return { handling: toDays(handling), transit: toDays(transit) }
}

const free = { '@type': 'MonetaryAmount', value: '0', currency } as const
const destination = { '@type': 'DefinedRegion', addressCountry: 'IN' } as const

/** The delivery of every offer, which refers to it by its id. */
export function describeShipping({ id, policies }: { id: string; policies: Policies }): OfferShippingDetails {
  const { handling, transit } = listDays(policies)
  return {
    '@type': 'OfferShippingDetails',
    '@id': id,
    shippingRate: free,
    shippingDestination: destination,
    deliveryTime: { '@type': 'ShippingDeliveryTime', handlingTime: handling, transitTime: transit },
  }
}

/** The delivery as the shop as a whole offers it. */
export function describeShippingService(policies: Policies): ShippingService {
  const { handling, transit } = listDays(policies)
  return {
    '@type': 'ShippingService',
    name: 'Delivery in India',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    handlingTime: { '@type': 'ServicePeriod', duration: handling },
    shippingConditions: {
      '@type': 'ShippingConditions',
      shippingDestination: destination,
      shippingRate: free,
      transitTime: { '@type': 'ServicePeriod', duration: transit },
    },
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
