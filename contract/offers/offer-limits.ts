// Apart from offers.ts, because screens need no validator.

import { cleanTyped } from '../typed-numbers.ts'

export const offerKinds = ['percent', 'amount', 'quantity', 'pay_online'] as const
export type OfferKind = (typeof offerKinds)[number]

export const offerScopes = ['all', 'categories', 'collections', 'products'] as const

export const offerLimits = {
  /** of a shop, ended ones included */
  offers: 1_000,
  perPage: 20,
  usesPerPage: 30,
  titleLength: 60,
  codeLength: 30,
  /** a code as a shopper types it */
  typedCodeLength: 60,
  maxPercent: 90,
  maxRupees: 1_000_000,
  tiers: 10,
  /** products, collections or categories that an offer names */
  scopeIds: 500,
  maxUses: 10_000_000,
} as const

/**
 * A code as it is stored and compared. Case, spaces, quotation marks, the shape of dashes and a full stop at the end do not matter, because
 * phones add and change them when a code is copied.
 */
export const toOfferCode = (typed: string): string =>
  cleanTyped(typed)
    .replace(/[\s"'\p{Pi}\p{Pf}`]/gu, '')
    .replace(/[.,;:!?]{1,9}$/, '')
    .toUpperCase()
