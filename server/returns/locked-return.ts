import { sql } from 'kysely'
import { isUuid } from '../database/is-uuid.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { type LockedProducts, lockProducts } from '../inventory/stock.ts'
import { AppError } from '../kernel/errors.ts'
import { type ExchangeOrder, listExchangeOrders } from './exchanges/exchange-orders.ts'
import { findReturn, type ReturnLine, type ReturnRow, readReturnLines, returnColumns } from './read-returns.ts'

interface ReturnKey {
  readonly id: string
  /** limits a shopper to the returns of one order */
  readonly orderId?: string | undefined
  /** of the return as it was seen; undefined: any */
  readonly version?: number | undefined
}

/** A return in a transaction that has locked it with everything that a change of it touches. */
export interface LockedReturn {
  readonly trx: Transaction
  readonly row: ReturnRow
  readonly lines: readonly ReturnLine[]
  /** those of its order, and its new items */
  readonly products: LockedProducts
  /** the order whose payments it pays back: its own, or the order whose items came back for that one */
  readonly paidOrderId: string
  /** the order with its new items, if that is placed */
  readonly exchangeOrder: ExchangeOrder | undefined
}

/**
 * Runs `work` in a transaction that has locked a return. Locks, in this order: the payments of its order and of the order that was paid,
 * products and sizes, the order that was paid, its order, the return. Runs `work` again after a deadlock.
 * @throws AppError 404 for an unknown return.
 * @throws AppError 409 when it has changed since it was seen.
 */
export async function withLockedReturn<Result>(
  { database, ...key }: ReturnKey & { readonly database: Database },
  work: (locked: LockedReturn) => Promise<Result>,
): Promise<Result> {
  return retryTransaction(() =>
    database.transaction().execute(async (trx) => {
      const { paidOrderId, orderId, productIds } = await findReturnOrders({ database: trx, ...key })
      const orderIds = [paidOrderId, orderId]
      await trx.selectFrom('payments').select('id').where('order_id', 'in', orderIds).orderBy('id').forUpdate().execute()
      const products = await lockProducts({ trx, ids: productIds })
      await trx
        .selectFrom('orders')
        .select('id')
        .where('id', 'in', orderIds)
        .orderBy((eb) => eb('id', '=', orderId))
        .forUpdate()
        .execute()
      const row = await lockReturnRow({ trx, ...key })
      return work(await readLockedReturn({ trx, row, products, paidOrderId }))
    }),
  )
}

/**
 * The orders of a return and the products that it may move. None of them ever changes.
 * @throws AppError 404 for an unknown return.
 */
export async function findReturnOrders({ database, id, orderId }: ReturnKey & { readonly database: Database }) {
  const found = isUuid(id)
    ? await database
        .selectFrom('returns')
        .innerJoin('orders', 'orders.id', 'returns.order_id')
        .leftJoin('returns as exchanged', 'exchanged.id', 'orders.exchange_return_id')
        .select(['returns.order_id as orderId', sql<string>`coalesce(exchanged.order_id, returns.order_id)`.as('paidOrderId')])
        .select(
          sql<string[]>`array(
            select product_id from order_lines where order_id = returns.order_id
            union
            select new_product_id from return_lines where return_id = returns.id and new_product_id is not null
          )`.as('productIds'),
        )
        .where('returns.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!found || (orderId !== undefined && orderId !== found.orderId)) throw new AppError('return_not_found')
  return found
}

async function lockReturnRow({ trx, id, version }: ReturnKey & { readonly trx: Transaction }): Promise<ReturnRow> {
  const row = await trx.selectFrom('returns').select(returnColumns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (version !== undefined && row.version !== version) throw new AppError('return_changed')
  return row
}

/** What a change of a return reads, with the locks of `withLockedReturn`. */
export async function readLockedReturn(locked: Omit<LockedReturn, 'lines' | 'exchangeOrder'>): Promise<LockedReturn> {
  const { trx, row } = locked
  const lines = await readReturnLines({ database: trx, ids: [row.id] })
  const [exchangeOrder] = row.kind === 'exchange' ? await listExchangeOrders({ database: trx, returnIds: [row.id] }) : []
  return { ...locked, lines, exchangeOrder }
}

/**
 * Locks the order of a return, then the return, for changes that touch neither money nor stock.
 * @throws AppError 404 for an unknown return. @throws AppError 409 when it has changed since it was seen.
 */
export async function lockReturn({ trx, ...key }: ReturnKey & { readonly trx: Transaction }): Promise<ReturnRow> {
  const { order_id: orderId } = await findReturn({ database: trx, id: key.id })
  if (key.orderId !== undefined && key.orderId !== orderId) throw new AppError('return_not_found')
  await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  return lockReturnRow({ trx, ...key })
}
