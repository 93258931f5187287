import { sql } from 'kysely'

/** The fingerprint of a payment of an order that exists is this and the id of the order. */
export const fingerprintStart = 'order '

/** The payments that were opened for an order on delivery. An order has one at most, beside that of its advance. */
export const isForOrder = sql<boolean>`fingerprint like ${`${fingerprintStart}%`}`

/** Whether a payment was opened for an order on delivery. */
export const isOrderPayment = ({ fingerprint }: { readonly fingerprint: string }): boolean => fingerprint.startsWith(fingerprintStart)
