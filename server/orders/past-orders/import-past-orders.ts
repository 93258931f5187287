import { sql } from 'kysely'
import type { CallReply } from '#contract/contract.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { pastOrderLimits, pastOrderTexts as texts } from '#contract/orders/past-order-limits.ts'
import type { PastOrderImport, PastOrderLine } from '#contract/orders/past-orders.ts'
import { summarizeLines } from '../../csv/summarize-lines.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { type FilePastOrder, readPastOrderFile } from './read-past-order-file.ts'

const ordersPerStatement = 2_000

/** Names an order: two earlier shops may both have an order #1001. */
const toKey = ({ number, placedOn }: Pick<FilePastOrder, 'number' | 'placedOn'>): string => `${placedOn} ${number}`

/** The orders of a file that are there. */
async function readKeys({ transaction, numbers }: { transaction: Transaction; numbers: readonly string[] }): Promise<Set<string>> {
  const { rows } = await sql<{ number: string; placedOn: string }>`
    select number, placed_on::text as "placedOn" from past_orders where number = any(${numbers}::text[])
  `.execute(transaction)
  return new Set(rows.map(toKey))
}

const paiseOrNull = (amount: number | null) => (amount === null ? null : toPaise(amount))

async function insertOrders({
  transaction,
  importId,
  orders,
}: {
  transaction: Transaction
  importId: string
  orders: readonly FilePastOrder[]
}): Promise<void> {
  for (let start = 0; start < orders.length; start += ordersPerStatement) {
    const rows = orders.slice(start, start + ordersPerStatement).map((order) => ({
      ...order,
      placed_on: order.placedOn,
      delivered_on: order.deliveredOn,
      total_paise: paiseOrNull(order.total),
      refunded_paise: paiseOrNull(order.refunded),
    }))
    await sql`
      insert into past_orders
        (import_id, number, placed_on, delivered_on, status, payment, name, phone, email, address, total_paise, refunded_paise, items)
      select ${importId}::uuid, past.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as past (
        number text, placed_on date, delivered_on date, status text, payment text, name text, phone text, email text, address text,
        total_paise bigint, refunded_paise bigint, items jsonb
      )
    `.execute(transaction)
  }
}

interface PastOrderFile {
  readonly database: Database
  readonly file: Uint8Array
  readonly fileName: string
  readonly actorId: string
  readonly isDryRun: boolean
  /** of an import whose orders come in several files; a new one by default */
  readonly importId?: string
}

/**
 * Adds the orders of an earlier shop, or says what that would do. An order that is there stays as it is.
 * @throws AppError file_refused
 */
export async function importPastOrders(options: PastOrderFile): Promise<Omit<CallReply<'POST /past-orders/import'>, 'message'>> {
  const { database, file, fileName, actorId, isDryRun, importId } = options
  const { orders, notes } = await readPastOrderFile({ file, today: toIndianDay() })
  return inTransaction(database, async (transaction) => {
    // Two imports at the same time could add the same order.
    await sql`select pg_advisory_xact_lock(hashtext('past orders'))`.execute(transaction)
    const keys = await readKeys({ transaction, numbers: orders.map(({ number }) => number) })
    const added: FilePastOrder[] = []
    const lines = orders.map(({ parsed, ...shown }): PastOrderLine => {
      if ('problem' in parsed) return { ...shown, outcome: 'refused', reason: parsed.problem }
      if (keys.has(toKey(parsed.order))) return { ...shown, outcome: 'unchanged', reason: texts.isThere }
      added.push(parsed.order)
      return { ...shown, outcome: 'new', reason: parsed.note }
    })
    if (!isDryRun && added.length > 0) {
      const values = { file_name: cutText(fileName, 100), imported_by: actorId, ...(importId !== undefined && { id: importId }) }
      const { id } = await transaction
        .insertInto('past_order_imports')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ file_name: values.file_name }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertOrders({ transaction, importId: id, orders: added })
    }
    const isNoted = ({ outcome, reason }: PastOrderLine) => outcome === 'new' && reason !== null
    return summarizeLines({ lines, notes, maxLines: pastOrderLimits.shownLines, isNoted })
  })
}

/** The latest imports, newest first. */
export async function listPastOrderImports({ database }: { database: Database }): Promise<PastOrderImport[]> {
  const rows = await database
    .selectFrom('past_order_imports')
    .leftJoin('users', 'users.id', 'imported_by')
    .select(['past_order_imports.id', 'file_name', 'imported_at', 'users.name as imported_by'])
    .select(sql<number>`(select count(*)::int from past_orders where import_id = past_order_imports.id)`.as('orders'))
    .orderBy('imported_at', 'desc')
    .limit(pastOrderLimits.shownImports)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    fileName: row.file_name,
    orders: row.orders,
    importedBy: row.imported_by,
    importedAt: row.imported_at.toISOString(),
  }))
}

/** Removes the orders that an import has added. @throws AppError not_found */
export async function undoPastOrderImport({ database, id }: { database: Database; id: string }): Promise<void> {
  const deleted = isUuid(id)
    ? await database.deleteFrom('past_order_imports').where('id', '=', id).returning('id').executeTakeFirst()
    : undefined
  if (!deleted) throw new AppError('not_found')
}
