import { sql } from 'kysely'
import { isUuid } from '../../database/is-uuid.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { InvoiceSettings } from '../../tax/invoice-facts.ts'
import { replaceInvoice } from '../../tax/invoice-requests.ts'
import { recordEvent } from '../order/order-events.ts'

interface NameChange {
  readonly settings: InvoiceSettings
  readonly request: {
    readonly id: string
    /** in Latin letters */
    readonly name: string
    /** the version of the order that the administrator saw */
    readonly version: number
    /** the administrator's id */
    readonly actorId: string
  }
}

/**
 * Sets the name of the buyer on the documents of an order, also after it was shipped. Its invoice is replaced, or issued soon if it waits.
 * @throws AppError 404 for an unknown order. @throws AppError 409 when the order has changed.
 */
export async function setDocumentName({ database, ...change }: NameChange & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeName({ trx, ...change })))
}

async function writeName({ trx, settings, request: { id, name, version, actorId } }: NameChange & { trx: Transaction }): Promise<void> {
  if (!isUuid(id)) throw new AppError('not_found')
  const order = await trx.selectFrom('orders').select(['version', 'document_name']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!order) throw new AppError('not_found')
  if (order.version !== version) throw new AppError('order_changed')
  if (order.document_name === name) return
  await trx.updateTable('orders').set({ document_name: name }).where('id', '=', id).execute()
  await recordEvent({ trx, orderId: id, event: 'Name for documents entered', actor: 'admin', actorId, internal: true })
  await replaceInvoice({ trx, orderId: id, settings })
  await trx
    .updateTable('invoice_requests')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .where('order_id', '=', id)
    .where('problem', '=', 'letters')
    .execute()
}
