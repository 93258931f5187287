import { sql } from 'kysely'
import type { InvoiceProblem } from '#contract/tax/invoice-problems.ts'
import { retryTransaction } from '../database/retry.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { forEachSettled } from '../kernel/for-each-settled.ts'
import { creditOrder } from './credit-notes.ts'
import type { InvoiceSettings } from './invoice-facts.ts'
import { issueInvoice } from './issue-invoice.ts'

/** Minutes until an invoice that lacks something is tried again. */
const retryMinutes = 60

interface OrderInTransaction {
  readonly trx: Transaction
  readonly orderId: string
}

/** Asks for the invoice of a packed order, unless it has documents. `issueDueInvoices` issues it after the delay. */
export async function requestInvoice({ trx, orderId, delaySeconds }: OrderInTransaction & { delaySeconds: number }): Promise<void> {
  await sql`
    insert into invoice_requests (order_id, due_at)
    select ${orderId}::uuid, clock_timestamp() + make_interval(secs => ${delaySeconds})
    where not exists (select from documents where order_id = ${orderId}::uuid)
    on conflict (order_id) do update set due_at = least(invoice_requests.due_at, excluded.due_at)
  `.execute(trx)
}

/** Withdraws the request of an order that is not sent. */
export async function withdrawInvoiceRequest({ trx, orderId }: OrderInTransaction): Promise<void> {
  await trx.deleteFrom('invoice_requests').where('order_id', '=', orderId).execute()
}

interface IssueRequest {
  readonly database: Database
  readonly settings: InvoiceSettings
  readonly orderId: string
}

/** Statuses in which the goods of an order are on their way or delivered. */
const invoicedStatuses = ['Packed', 'Shipped', 'Delivered'] as const

/**
 * Issues the invoice of an order at once. An order that is not packed, or has ended, and a shop without a GSTIN get none. Returns what is
 * missing, with which the request waits.
 */
export function issueNow({ database, settings, orderId }: IssueRequest): Promise<InvoiceProblem | undefined> {
  return retryTransaction(() => database.transaction().execute((trx) => issueInTransaction({ trx, settings, orderId })))
}

async function issueInTransaction({ trx, settings, orderId }: Omit<IssueRequest, 'database'> & { trx: Transaction }) {
  const order = await trx.selectFrom('orders').select('status').where('id', '=', orderId).forUpdate().executeTakeFirst()
  const isInvoiced = invoicedStatuses.some((status) => status === order?.status)
  const problem = isInvoiced ? await issueInvoice({ trx, orderId, settings }) : undefined
  if (problem === undefined) {
    await withdrawInvoiceRequest({ trx, orderId })
    return undefined
  }
  const due_at = sql<Date>`clock_timestamp() + make_interval(mins => ${retryMinutes})`
  await trx
    .insertInto('invoice_requests')
    .values({ order_id: orderId, due_at, problem })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ due_at, problem }))
    .execute()
  return problem
}

/** Issues the invoices of these orders that are requested. */
export async function issueRequested({
  orderIds,
  ...shop
}: Omit<IssueRequest, 'orderId'> & { orderIds: readonly string[] }): Promise<void> {
  if (orderIds.length === 0) return
  const requested = await shop.database.selectFrom('invoice_requests').select('order_id').where('order_id', 'in', orderIds).execute()
  for (const { order_id: orderId } of requested) await issueNow({ ...shop, orderId })
}

interface DueInvoices {
  readonly database: Database
  readonly settings: InvoiceSettings
  readonly signal: AbortSignal
}

/** Invoices of one run; the next one issues the others. */
const maxDue = 1_000

/** Issues the invoices that are due, each in a transaction of its own. One that fails does not stop the others, and throws at the end. */
export async function issueDueInvoices({ database, settings, signal }: DueInvoices): Promise<void> {
  const due = await database
    .selectFrom('invoice_requests')
    .select('order_id')
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .limit(maxDue)
    .execute()
  const issue = async ({ order_id: orderId }: (typeof due)[number]) => void (await issueNow({ database, settings, orderId }))
  await forEachSettled(due, issue, signal)
}

/**
 * Replaces the invoice of an order whose buyer has changed: a credit note and a new invoice in one transaction. What the new one lacks
 * waits as a request. Nothing without an invoice.
 */
export async function replaceInvoice({ trx, orderId, settings }: OrderInTransaction & { settings: InvoiceSettings }): Promise<void> {
  const isCredited = await creditOrder({ trx, orderId, reason: 'Name or place of supply changed' })
  if (isCredited) await issueInTransaction({ trx, settings, orderId })
}
