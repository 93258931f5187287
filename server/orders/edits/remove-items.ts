import { paise } from '#contract/money.ts'
import { isBeforePacking } from '#contract/orders/order-status.ts'
import { calculateTotal } from '#contract/pricing.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../errors.ts'
import { returnStock } from '../../inventory/stock.ts'
import { recordChange } from '../lifecycle/record-change.ts'
import { lockOrder } from '../lifecycle/transition-order.ts'
import type { PaymentsPort } from '../order-dependencies.ts'

interface Removal {
  readonly payments: PaymentsPort
  readonly request: {
    readonly id: string
    readonly line: number
    readonly quantity: number
    /** the version of the order that the administrator saw */
    readonly version: number
    /** the administrator's id */
    readonly actorId: string
    /** whether the administrator may cause a refund */
    readonly isProven: boolean
  }
}

/**
 * Removes a line, or a part of its quantity, from an order. The stock returns, the total is calculated again, and what was paid
 * above it is refunded. The mail about it is sent a minute later.
 * Throws `AppError`: 404 for an unknown order or line, 409 when the order has changed, is packed or has ended, or when nothing would
 * be left, 403 for a refund by an administrator who must prove who they are.
 */
export async function removeItems({ database, ...removal }: Removal & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeRemoval({ trx, ...removal })))
}

async function writeRemoval({ trx, payments, request }: Removal & { trx: Transaction }): Promise<void> {
  const { id, line, quantity, version, actorId } = request
  const { order, items } = await lockOrder({ trx, payments, id })
  if (order.version !== version) throw new AppError('order_changed')
  if (!isBeforePacking(order.status)) throw new AppError('order_items_locked')
  const item = items.find((each) => each.line === line)
  if (!item || quantity > item.quantity) throw new AppError('not_found')
  const left = items
    .map((each) => (each === item ? { ...each, quantity: each.quantity - quantity } : each))
    .filter((each) => each.quantity > 0)
  if (left.length === 0) throw new AppError('last_item')
  const isPaid = order.payment_status === 'Paid'
  if (isPaid && !request.isProven) throw new AppError('reauthentication_required')

  const lineRow = { order_id: id, line }
  const remaining = item.quantity - quantity
  if (remaining > 0)
    await trx
      .updateTable('order_lines')
      .set({ quantity: remaining })
      .where((eb) => eb.and(lineRow))
      .execute()
  else
    await trx
      .deleteFrom('order_lines')
      .where((eb) => eb.and(lineRow))
      .execute()
  const context = { cause: 'cancel', actorId, reference: id, note: 'Removed from the order' } as const
  await returnStock({ trx, items: [{ ...item, quantity }], context })

  const total = calculateTotal(left)
  const collect = order.kind === 'card' ? paise(0) : total
  await trx.updateTable('orders').set({ total_paise: total, collect_paise: collect }).where('id', '=', id).execute()
  if (isPaid)
    await payments.requestRefund({ trx, orderId: id, reason: 'items removed', delaySeconds: 0, keep: total, requestedBy: actorId })

  const { productId, name, size, price } = item
  const change = {
    kind: 'items',
    item: { line, productId, name, size, price },
    quantity: { before: item.quantity, after: remaining },
    total: { before: order.total_paise, after: total },
  } as const
  await recordChange({ trx, orderId: id, actorId, change })
}
