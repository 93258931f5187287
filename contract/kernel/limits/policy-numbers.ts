import { serviceHours } from './service-hours.ts'

// Apart from business.ts, because the storefront's first script needs none of them.

/** Days after the delivery in which items can be returned. */
export const returnWindowDays = 7

/** The figures that an administrator can change. */
export interface Policies {
  readonly dispatchHours: readonly [from: number, to: number]
  /** from the order date: the one promise of all texts */
  readonly deliveryDays: readonly [from: number, to: number]
  readonly returnWindowDays: number
  readonly reverseShippingFeeRupees: number
  readonly pickupWorkingDays: readonly [from: number, to: number]
  readonly prepaidRefundWorkingDays: readonly [from: number, to: number]
  readonly prepaidRefundShowsDays: readonly [from: number, to: number]
  readonly codRefundWorkingDays: number
  /** what becomes of the advance of an order on delivery whose parcel is refused */
  readonly refusedAdvance: 'refunded' | 'kept'
  /** what the shop keeps of a prepaid order whose parcel comes back undelivered; nothing without it */
  readonly undeliveredFreightRupees?: number
  /** of an order below `freeShippingFromRupees`; free without it */
  readonly shippingChargeRupees?: number
  /** what the items cost after discounts; 0 or without it: no amount makes shipping free */
  readonly freeShippingFromRupees?: number
  /** of an order that is paid on delivery, beside the charge for shipping; free without it */
  readonly codChargeRupees?: number
  /** whether rules of PIN codes have shipping charges of their own */
  readonly shippingByPin?: 'on' | 'off'
  /** whether items are exchanged for another size or colour */
  readonly exchanges: 'on' | 'off'
  /** when the new items are sent: after the returned ones are received, or when the exchange is accepted */
  readonly exchangesSent: 'received' | 'accepted'
  /** whether the return fee of an exchange is waived, or paid online by a link */
  readonly exchangeFee: 'waived' | 'link'
  /** whether exchanges in time with stock are accepted without an administrator */
  readonly exchangesAccepted: 'on' | 'off'
}

/** The numbers of the policy pages: what cannot be changed, and what is used until somebody changes it. */
export const policy = {
  returnWindowDays,
  reverseShippingFeeRupees: 100,
  prepaidRefundWorkingDays: [1, 2],
  prepaidRefundShowsDays: [5, 7],
  /** the provider returns a payment that is not collected after 5 days, and the bank takes 5 to 7 working days */
  uncollectedReturnsDays: 14,
  codRefundWorkingDays: 7,
  refusedAdvance: 'refunded',
  exchanges: 'off',
  exchangesSent: 'received',
  exchangeFee: 'waived',
  exchangesAccepted: 'off',
  pickupWorkingDays: [2, 3],
  dispatchHours: [24, 48],
  /** from the order date: the one promise of all texts */
  deliveryDays: [5, 7],
  /** after dispatch; only for the message that confirms a guest's order (spec §9) */
  guestDeliveryDays: 4,
  serviceHours,
} as const
