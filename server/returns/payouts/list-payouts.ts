import { sql } from 'kysely'
import { toRupees } from '#contract/kernel/money.ts'
import { payoutLimits } from '#contract/payouts/payout-details.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { countRows } from '../../database/count-rows.ts'
import { limitToPage, presentPage } from '../../database/pages.ts'
import type { Database } from '../../database/schema.ts'
import type { OrderLinks } from '../../orders/order/order-links.ts'
import type { DetailsCipher } from './payout-details.ts'

interface PayoutList {
  readonly database: Database
  readonly cipher: DetailsCipher
  readonly links: OrderLinks
}

const selectPayouts = (database: Database) =>
  database
    .selectFrom('payouts')
    .leftJoin('returns', 'returns.id', 'payouts.return_id')
    .innerJoin('orders', 'orders.id', 'payouts.order_id')
    .leftJoin('users', 'users.id', 'paid_by')
    .select(['payouts.id', 'payouts.return_id', 'payouts.reason', 'orders.id as orderId', 'orders.number as orderNumber', 'link_revision'])
    .select((eb) => eb.fn.coalesce('returns.number', 'orders.number').as('number'))
    .select(['amount_paise', 'details', 'payouts.created_at', 'reference', 'paid_at', 'users.name as paidBy', 'payouts.version'])
    .select(sql<string>`trim(concat_ws(' ', delivery_address ->> 'firstName', delivery_address ->> 'lastName'))`.as('name'))
    .select(sql<string>`delivery_address ->> 'phone'`.as('phone'))

type PayoutRow = Awaited<ReturnType<ReturnType<typeof selectPayouts>['executeTakeFirstOrThrow']>>

const presentPayout = ({ row, cipher, links }: { row: PayoutRow } & Omit<PayoutList, 'database'>): Payout => ({
  _id: row.id,
  returnId: row.return_id,
  number: row.number,
  ...(row.reason !== null && { reason: row.reason }),
  order: { _id: row.orderId, number: row.orderNumber, name: row.name, phone: row.phone },
  amount: toRupees(row.amount_paise),
  details: row.details && cipher.decrypt({ payoutId: row.id, bytes: row.details }),
  detailsLink: row.paid_at === null ? links.create(row.id, { revision: row.link_revision }) : null,
  settledAt: row.created_at.toISOString(),
  reference: row.reference,
  paidAt: row.paid_at?.toISOString() ?? null,
  paidBy: row.paidBy,
  version: row.version,
})

interface PayoutQuery extends PayoutList {
  readonly page: number
  readonly limit?: number | undefined
  readonly state: 'to pay' | 'paid'
}

/** One page of the refunds to pay, the oldest first, or of those that are paid, the newest first. */
export async function listPayouts({ database, page, limit: perPage = payoutLimits.perPage, state, ...list }: PayoutQuery) {
  const isUnpaid = state === 'to pay'
  const operator = isUnpaid ? 'is' : 'is not'
  const total = await countRows(database.selectFrom('payouts').where('paid_at', operator, null))
  // What is shown is read for the rows of the page only, not for those before it.
  const ofPage = database
    .selectFrom('payouts')
    .select('id')
    .where('paid_at', operator, null)
    .orderBy(isUnpaid ? 'created_at' : 'paid_at', isUnpaid ? 'asc' : 'desc')
    .orderBy('id')
    .$call(limitToPage({ page, perPage }))
  const rows = await selectPayouts(database)
    .where('payouts.id', 'in', ofPage)
    .orderBy(isUnpaid ? 'payouts.created_at' : 'paid_at', isUnpaid ? 'asc' : 'desc')
    .orderBy('payouts.id')
    .execute()
  const payouts = rows.map((row) => presentPayout({ row, ...list }))
  return { payouts, ...presentPage({ page, perPage, total }) }
}

export const payoutColumns = ['Return', 'Order', 'Shopper', 'Amount', 'Method', 'UPI id', 'Account number', 'IFSC', 'Account name'] as const

/** The refunds that can be paid now, as rows of a file. */
export async function readPayoutRows({ database, cipher }: Omit<PayoutList, 'links'>): Promise<(string | number)[][]> {
  const rows = await selectPayouts(database)
    .where('paid_at', 'is', null)
    .where('details', 'is not', null)
    .orderBy('payouts.created_at')
    .orderBy('payouts.id')
    .execute()
  return rows.flatMap(({ id, number, orderNumber, name, amount_paise, details: bytes }) => {
    if (bytes === null) return []
    const details = cipher.decrypt({ payoutId: id, bytes })
    const start = [number, orderNumber, name, toRupees(amount_paise)]
    if (details.method === 'upi') return [[...start, 'UPI', details.upiId, '', '', '']]
    return [[...start, 'Bank', '', details.accountNumber, details.ifsc, details.accountName]]
  })
}
