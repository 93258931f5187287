import { isAddressComplete, type SavedAddress } from '#contract/kernel/address.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { InvoiceSettings } from '../../tax/invoice-facts.ts'
import { replaceInvoice } from '../../tax/invoice-requests.ts'
import { recordEvent } from '../order/order-events.ts'
import type { OrderRow } from '../order/present.ts'

/** Whether the shopper should complete the address of an order: until it is shipped. */
export const needsAddress = ({ status, delivery_address }: Pick<OrderRow, 'status' | 'delivery_address'>): boolean =>
  isBeforeShipping(status) && !isAddressComplete(delivery_address)

interface Completion {
  readonly settings: InvoiceSettings
  readonly id: string
  readonly pinCode: string
  readonly phone: string
}

/**
 * Completes the address of an order with a PIN code and a phone, once. Throws `AppError` (409) when the address is complete or
 * the order has been shipped or has ended.
 */
export function completeAddress({ database, ...completion }: Completion & { database: Database }): Promise<SavedAddress> {
  return retryTransaction(() => database.transaction().execute((trx) => writeAddress({ trx, ...completion })))
}

async function writeAddress({ trx, settings, id, pinCode, phone }: Completion & { trx: Transaction }): Promise<SavedAddress> {
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!order) throw new AppError('address_link_invalid')
  const { delivery_address: address, status, user_id: userId } = order
  // A repeated request, such as a double click.
  if (address.pinCode === pinCode && address.phone === phone) return address
  if (!isBeforeShipping(status)) throw new AppError('address_locked')
  if (isAddressComplete(address)) throw new AppError('address_complete')
  const completed = { ...address, pinCode, phone }
  await trx
    .updateTable('orders')
    .set({ delivery_address: JSON.stringify(completed) })
    .where('id', '=', id)
    .execute()
  await recordEvent({ trx, orderId: id, event: 'Address completed', actor: userId === null ? 'guest' : 'shopper', actorId: userId })
  if (address.pinCode !== pinCode) await replaceInvoice({ trx, orderId: id, settings })
  return completed
}
