import { sql } from 'kysely'
import { paise, toRupees } from '#contract/money.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import type { Database } from '../database/schema.ts'
import { readPersonReturns } from '../orders/customers/person-returns.ts'
import type { OrderLinks } from '../orders/lifecycle/order-links.ts'
import { listPictures } from './pictures/read-pictures.ts'
import { type ReturnOrder, readReturnOrder } from './read-order.ts'
import { findReturn, isOverdue, presentReturn, type ReturnLine, type ReturnRow, readPayouts, readReturnLines } from './read-returns.ts'
import { findReturnPeriod, type ReturnPolicies, settleAmounts } from './return-rules.ts'

interface ReturnKey {
  readonly database: Database
  readonly id: string
  readonly policies: ReturnPolicies
  readonly payoutLinks: OrderLinks
  /** the shop has the adapter of a courier */
  readonly canBookPickup: boolean
}

/** A return as administrators see it. @throws AppError 404 for an unknown one. */
export async function readAdminReturn({ database, id, policies, payoutLinks, canBookPickup }: ReturnKey): Promise<AdminReturn> {
  const row = await findReturn({ database, id })
  const lines = await readReturnLines({ database, ids: [id] })
  const order = await readReturnOrder({ database, id: row.order_id })
  const [payout] = await readPayouts({ database, returnIds: [id] })
  const pictures = await listPictures({ database, returnIds: [id] })
  const shown = presentReturn({ row, lines, payout, pictures, payoutLinks })
  const { firstName, lastName, phone } = order.row.delivery_address
  const period = findReturnPeriod({ deliveredAt: order.deliveredAt, policies, now: row.asked_at })
  return {
    ...shown,
    version: row.version,
    note: row.note,
    lines: shown.lines.map((line, index) => ({
      ...line,
      seen: lines[index]?.seen ?? null,
      restocked: lines[index]?.restocked ?? null,
      refunded: lines[index]?.refunded ?? null,
    })),
    order: { _id: row.order_id, number: order.row.number, kind: order.row.kind, name: `${firstName} ${lastName}`.trim(), phone },
    isOverdue: isOverdue(row),
    canBookPickup,
    lastDay: period?.lastDay ?? null,
    isLate: period ? !period.isInTime : false,
    amount: await readAmount({ database, row, lines, order }),
    person: (await readPersonReturns({ database, orderIds: [row.order_id] }))(row.order_id),
    settledBy: await readName({ database, userId: row.settled_by }),
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
  const { goods, fee, refund } = settleAmounts({ order, lines, fee: row.is_fault ? paise(0) : row.fee_paise })
  const { remaining } = await database
    .selectFrom('payments')
    .select(
      sql<number>`coalesce(sum(amount_paise - (
        select coalesce(sum(refunds.amount_paise), 0) from refunds
        where refunds.provider_payment_id = payments.provider_payment_id and refunds.status <> 'failed'
      )), 0)::bigint`.as('remaining'),
    )
    .where('order_id', '=', row.order_id)
    .where('provider_payment_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const online = paise(Math.min(refund, Math.max(0, remaining)))
  return {
    goods: toRupees(goods),
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
