// Apart from offers.ts, because screens need no validator.

import { cleanTyped } from '../kernel/typed-numbers.ts'

export const offerKinds = ['percent', 'amount', 'quantity', 'fixed_price', 'buy_x_get_y', 'free_gift', 'pay_online'] as const
export type OfferKind = (typeof offerKinds)[number]

/** Whether offers of this kind have a percentage, an amount and so on. */
const valuesOfKinds = {
  percent: ['percent', 'most'],
  amount: ['amount'],
  quantity: ['tiers', 'most'],
  fixed_price: ['buyItems', 'setPrice'],
  buy_x_get_y: ['buyItems', 'getItems', 'getPercent', 'most'],
  free_gift: ['gift'],
  pay_online: ['percent', 'amount', 'most'],
} as const satisfies Readonly<Record<OfferKind, readonly string[]>>
export type OfferValue = (typeof valuesOfKinds)[OfferKind][number]

/** Whether offers of a kind have this value. */
export const hasOfferValue = (kind: OfferKind, value: OfferValue): boolean => valuesOfKinds[kind].some((each) => each === value)

/** Whether offers of a kind apply by themselves, always without a code. */
export const isAlwaysAutomatic = (kind: OfferKind): boolean => kind === 'quantity' || kind === 'pay_online'

export const offerScopes = ['all', 'categories', 'collections', 'products'] as const

/**
 * A code as it is stored and compared. Case, spaces, quotation marks, the shape of dashes and a full stop at the end do not matter, because
 * phones add and change them when a code is copied.
 */
export const toOfferCode = (typed: string): string =>
  cleanTyped(typed)
    .replace(/[\s"'\p{Pi}\p{Pf}`]/gu, '')
    .replace(/[.,;:!?]{1,9}$/, '')
    .toUpperCase()
