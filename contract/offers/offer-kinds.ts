// Apart from offers.ts, because screens need no validator.

import { cleanTyped } from '../kernel/typed-numbers.ts'

export const offerKinds = ['percent', 'amount', 'quantity', 'pay_online'] as const
export type OfferKind = (typeof offerKinds)[number]

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
