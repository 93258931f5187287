import type { Size } from '#contract/kernel/business.ts'
import { endsEarly, isBeforePacking } from '#contract/orders/order-status.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { retryTransaction } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { validateSize } from '../../inventory/size-rules.ts'
import { type LockedProducts, returnStock, takeStock } from '../../inventory/stock.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordChange } from '../lifecycle/record-change.ts'
import { lockOrder } from '../lifecycle/transition-order.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import { recordEvent } from '../order/order-events.ts'
import type { OrderLine } from '../order/repository.ts'
import { validateStock } from '../order/rules.ts'

interface SizeChange {
  readonly payments: PaymentsPort
  readonly request: {
    readonly id: string
    readonly productId: string
    /** undefined: the line of the product that has no size */
    readonly line?: number | undefined
    readonly size: Size
    /** the version of the order that the administrator saw */
    readonly version: number
    /** the administrator's id */
    readonly actorId: string
  }
}

/**
 * Sets the size of the line that a guest ordered without one, or changes that of a line. A product with stock by size gets the
 * old size back and loses the new one; the first size of a line changes no stock, because it was ordered from the stock of all sizes.
 * @throws AppError 404 for an unknown order or a product without such a line.
 * @throws AppError 400 for a size that the product does not have.
 * @throws AppError 409 when the order has changed, is packed or has ended, or when the size is sold out.
 */
export async function setLineSize({ database, ...change }: SizeChange & { database: Database }): Promise<void> {
  await retryTransaction(() => database.transaction().execute((trx) => writeSize({ trx, ...change })))
}

async function writeSize({ trx, payments, request }: SizeChange & { trx: Transaction }): Promise<void> {
  const { id, size, version, actorId } = request
  if (!isUuid(request.productId)) throw new AppError('not_found')
  const productId = request.productId.toLowerCase()
  const { order, items, products } = await lockOrder({ trx, payments, id })
  if (order.version !== version) throw new AppError('order_changed')
  const item = items.find(
    (each) => each.productId === productId && (request.line === undefined ? each.size === null : each.line === request.line),
  )
  if (item && item.size !== null && !isBeforePacking(order.status)) throw new AppError('order_items_locked')
  if (endsEarly(order.status)) throw new AppError('move_not_possible')
  const product = products.get(productId)
  const violation = product && validateSize({ product, size })
  if (violation) throw violation
  if (!item) throw new AppError('not_found')
  if (item.size === size) return
  if (item.size !== null) await moveStock({ trx, id, item, size, products, actorId })
  await trx.updateTable('order_lines').set({ size }).where('order_id', '=', id).where('line', '=', item.line).execute()
  await trx
    .updateTable('orders')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { line, name, size: before } = item
  const change = { kind: 'size', line, name, before, after: size } as const
  if (before === null) await recordEvent({ trx, orderId: id, event: 'Size confirmed', actor: 'admin', actorId, change })
  else await recordChange({ trx, orderId: id, actorId, change })
}

interface StockMove {
  readonly trx: Transaction
  readonly id: string
  readonly item: OrderLine
  readonly size: Size
  readonly products: LockedProducts
  readonly actorId: string
}

/** Moves the stock of a line to another size of its product; nothing for a product with one stock. */
async function moveStock({ trx, id, item, size, products, actorId }: StockMove): Promise<void> {
  if (!products.get(item.productId)?.sizeStock) return
  const taken = [{ ...item, size }]
  const violation = validateStock({ items: taken, products })
  if (violation) throw violation
  const context = { actorId, reference: id, note: `Size changed from ${item.size} to ${size}` }
  await returnStock({ trx, items: [item], context: { ...context, cause: 'cancel' } })
  await takeStock({ trx, products, items: taken, context: { ...context, cause: 'sale' } })
}
