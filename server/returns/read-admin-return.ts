import { sql } from 'kysely'
import { paise, toRupees } from '#contract/kernel/money.ts'
import { canTransitionReturn } from '#contract/orders/return-states.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import type { Database } from '../database/schema.ts'
import { readPersonReturns } from '../orders/customers/person-returns.ts'
import type { OrderLinks } from '../orders/order/order-links.ts'
import { presentKind } from '../orders/order/present.ts'
import { buildOrderPaths, readLinkRevision, type TrackingLinks } from '../orders/order/tracking.ts'
import { listUnansweredRefunds } from '../payments/refunds/found-refunds.ts'
import { listExchangeOrders } from './exchanges/exchange-orders.ts'
import { findShortage, listNewItems, readNewItems } from './exchanges/new-items.ts'
import { type ReturnOrder, readReturnOrder } from './read-order.ts'
import { listPictures } from './read-pictures.ts'
import { findReturn, isOverdue, presentReturn, type ReturnLine, type ReturnRow, readPayouts, readReturnLines } from './read-returns.ts'
import { findReturnPeriod, presentGoods, type ReturnPolicies, settleAmounts } from './return-rules.ts'

interface ReturnKey {
  readonly database: Database
  readonly id: string
  readonly policies: ReturnPolicies
  readonly payoutLinks: OrderLinks
  readonly trackingLinks: TrackingLinks
  /** the shop has the adapter of a courier */
  readonly canBookPickup: boolean
}

/** A return as administrators see it. @throws AppError 404 for an unknown one. */
export async function readAdminReturn({
  database,
  id,
  policies,
  payoutLinks,
  trackingLinks,
  canBookPickup,
}: ReturnKey): Promise<AdminReturn> {
  const row = await findReturn({ database, id })
  const lines = await readReturnLines({ database, ids: [id] })
  const order = await readReturnOrder({ database, id: row.order_id, withoutExchange: id })
  const [exchangeOrder] = await listExchangeOrders({ database, returnIds: [id] })
  const [payout] = await readPayouts({ database, returnIds: [id] })
  const pictures = await listPictures({ database, returnIds: [id] })
  const shown = presentReturn({ row, lines, payout, pictures, payoutLinks, exchangeOrder })
  const { firstName, lastName, phone } = order.row.delivery_address
  const revision = (await readLinkRevision({ database, orderId: row.order_id })) ?? 0
  const period = findReturnPeriod({ deliveredAt: order.deliveredAt, policies, now: row.asked_at })
  return {
    ...shown,
    version: row.version,
    note: row.note,
    ...(row.overrule_reason !== null && { overruleReason: row.overrule_reason }),
    lines: shown.lines.map((line, index) => ({
      ...line,
      seen: lines[index]?.seen ?? null,
      restocked: lines[index]?.restocked ?? null,
      refunded: lines[index]?.refunded ?? null,
    })),
    order: { _id: row.order_id, number: order.row.number, kind: presentKind(order.row), name: `${firstName} ${lastName}`.trim(), phone },
    returnLink: buildOrderPaths({ links: trackingLinks, orderId: row.order_id, revision }).return,
    isOverdue: isOverdue(row),
    canBookPickup,
    ...(await readSoldOut({ database, row, lines })),
    lastDay: period?.lastDay ?? null,
    isLate: period ? !period.isInTime : false,
    amount: await readAmount({ database, row, lines, order }),
    ...(await readFoundRefunds({ database, row, order })),
    person: (await readPersonReturns({ database, orderIds: [row.order_id] }))(row.order_id),
    settledBy: await readName({ database, userId: row.settled_by }),
  }
}

/** Which new item is sold out, of an exchange that is not accepted yet. */
async function readSoldOut({ database, row, lines }: Pick<AmountKey, 'database' | 'row' | 'lines'>) {
  if (row.kind === 'refund' || row.state !== 'asked') return {}
  const items = listNewItems(lines)
  const shortage = findShortage({ items, products: await readNewItems({ database, items }) })
  return shortage ? { soldOut: shortage.message } : {}
}

/** Refunds that the shop did not make, until they are answered. */
async function readFoundRefunds({ database, row, order }: Pick<AmountKey, 'database' | 'row' | 'order'>) {
  if (!canTransitionReturn({ from: row.state, to: 'settled' })) return {}
  const found = await listUnansweredRefunds({ database, orderId: order.paidOrder.id, since: row.asked_at })
  if (found.length === 0) return {}
  return {
    foundRefunds: found.map(({ id, amount, createdAt }) => ({ _id: id, amount: toRupees(amount), foundAt: createdAt.toISOString() })),
  }
}

interface AmountKey {
  readonly database: Database
  readonly row: ReturnRow
  readonly lines: readonly ReturnLine[]
  readonly order: ReturnOrder
}

/** What is, or would be, paid back: to the online payments as much as is left of them, and the rest by hand. */
async function readAmount({ database, row, lines, order }: AmountKey): Promise<AdminReturn['amount']> {
  if (row.state === 'settled') {
    const online = toRupees(paise(row.refund_paise - row.cash_paise))
    const [fee, refund] = [row.is_fault ? 0 : toRupees(row.fee_paise), toRupees(row.refund_paise)]
    return { goods: fee + refund, fee, refund, online, cash: toRupees(row.cash_paise) }
  }
  const amounts = settleAmounts({ order, lines, fee: row.fee_paise, isFault: row.is_fault })
  const { fee, refund } = amounts
  if (row.kind === 'exchange') return { goods: toRupees(amounts.goods), fee: 0, refund: 0, online: 0, cash: 0 }
  const { remaining } = await database
    .selectFrom('payments')
    .select(
      sql<number>`coalesce(sum(amount_paise - (
        select coalesce(sum(refunds.amount_paise), 0) from refunds
        where refunds.provider_payment_id = payments.provider_payment_id and refunds.status <> 'failed'
      )), 0)::bigint`.as('remaining'),
    )
    .where('order_id', '=', order.paidOrder.id)
    .where('provider_payment_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const online = paise(Math.min(refund, Math.max(0, remaining)))
  return {
    ...presentGoods(amounts),
    fee: toRupees(fee),
    refund: toRupees(refund),
    online: toRupees(online),
    cash: toRupees(paise(refund - online)),
  }
}

async function readName({ database, userId }: { database: Database; userId: string | null }): Promise<string | null> {
  if (userId === null) return null
  const user = await database.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst()
  return user?.name ?? null
}
