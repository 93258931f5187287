import type { ParcelCondition } from '#contract/orders/order-status.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { returnStock } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { creditReturnedParcel } from '../../tax/credit-notes.ts'
import { withdrawInvoiceRequest } from '../../tax/invoice-requests.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import { recordEvent } from '../order/order-events.ts'
import { lockOrder } from './transition-order.ts'

interface Receipt {
  readonly payments: PaymentsPort
  readonly request: {
    readonly id: string
    readonly condition: ParcelCondition
    /** the version of the order that the administrator saw */
    readonly version: number
    /** the administrator's id */
    readonly actorId: string
  }
}

/**
 * Records that a refused or undelivered parcel is back. The stock of a sellable one returns, and its invoice is credited, except
 * what the shop keeps of the payment.
 * @throws AppError 404 for an unknown order.
 * @throws AppError 409 when the order has changed or no parcel is on its way back.
 */
export async function receiveParcel({ database, ...receipt }: Receipt & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeReceipt({ trx, ...receipt })))
}

async function writeReceipt({ trx, payments, request }: Receipt & { trx: Transaction }): Promise<void> {
  const { id, condition, version, actorId } = request
  const { order, items } = await lockOrder({ trx, payments, id })
  if (order.version !== version) throw new AppError('order_changed')
  if (order.returned_parcel !== 'on its way') throw new AppError('move_not_possible')
  if (condition === 'sellable') {
    const cause = order.status === 'Refused' ? 'refused' : 'return'
    await returnStock({ trx, items, context: { cause, actorId, reference: id } })
  }
  await trx.updateTable('orders').set({ returned_parcel: condition }).where('id', '=', id).execute()
  const change = { kind: 'parcel', before: {}, after: { condition } } as const
  await recordEvent({ trx, orderId: id, event: 'Parcel received', actor: 'admin', actorId, internal: true, change })
  await withdrawInvoiceRequest({ trx, orderId: id })
  await creditReturnedParcel({ trx, orderId: id })
}
