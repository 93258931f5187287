import type { SavedAddress } from '#contract/kernel/address.ts'
import { addressFields } from '#contract/orders/order-events.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { InvoiceSettings } from '../../tax/invoice-facts.ts'
import { replaceInvoice } from '../../tax/invoice-requests.ts'
import { recordChange } from '../lifecycle/record-change.ts'

/** An invoice with another value of these is replaced. */
const invoicedFields = ['firstName', 'lastName', 'state', 'pinCode', 'gstin', 'businessName'] as const

interface AddressRequest {
  readonly id: string
  readonly address: SavedAddress
  /** the version of the order that the administrator saw */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

interface AddressChange {
  readonly request: AddressRequest
  readonly settings: InvoiceSettings
}

/**
 * Changes the delivery address of an order for its shopper. An invoice with another name, state or PIN code is replaced.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order has changed, has been shipped or has ended.
 */
export async function setOrderAddress({ database, ...change }: AddressChange & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeAddress({ trx, ...change })))
}

async function writeAddress({ trx, settings, request: { id, address, version, actorId } }: AddressChange & { trx: Transaction }) {
  if (!isUuid(id)) throw new AppError('not_found')
  const order = await trx
    .selectFrom('orders')
    .select(['status', 'version', 'delivery_address'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'))
  if (order.version !== version) throw new AppError('order_changed')
  if (!isBeforeShipping(order.status)) throw new AppError('order_address_locked')
  const old = order.delivery_address
  const fields = addressFields.filter((field) => (old[field] ?? '') !== (address[field] ?? ''))
  if (fields.length === 0) return
  const pick = (from: SavedAddress): Partial<SavedAddress> => Object.fromEntries(fields.map((field) => [field, from[field] ?? '']))
  const changed = trx.updateTable('orders').where('id', '=', id)
  await changed.set({ delivery_address: JSON.stringify(address) }).execute()
  if (fields.includes('firstName') || fields.includes('lastName')) await changed.set({ document_name: null }).execute()
  // The new email address has not confirmed the order, and the links in the mails to the old one are revoked.
  if (fields.includes('email'))
    await changed.set((eb) => ({ confirmed_by_link: false, link_revision: eb('link_revision', '+', 1) })).execute()
  await recordChange({ trx, orderId: id, actorId, change: { kind: 'address', before: pick(old), after: pick(address) } })
  if (invoicedFields.some((field) => fields.includes(field))) await replaceInvoice({ trx, orderId: id, settings })
}
