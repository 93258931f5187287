import type { Size } from '#contract/business.ts'
import { endsEarly } from '#contract/order-status.ts'
import { isUuid } from '../database/is-uuid.ts'
import type { Database, Transaction } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { validateSize } from '../inventory/size-rules.ts'
import { lockProducts } from '../inventory/stock.ts'
import { recordEvent } from './events.ts'

interface SizeRequest {
  readonly id: string
  readonly productId: string
  readonly size: Size
  /** the version of the order that the administrator saw */
  readonly version: number
  /** the administrator's id */
  readonly actorId: string
}

/**
 * Sets the size of the line that a guest ordered without one. No stock changes: the line was ordered from the stock of all sizes.
 * Throws `AppError`: 404 for an unknown order or a product without such a line, 400 for a size that the product does not have,
 * 409 when the order has changed or has ended.
 */
export async function setLineSize({ database, request }: { database: Database; request: SizeRequest }): Promise<void> {
  await database.transaction().execute((trx) => writeSize({ trx, request }))
}

async function writeSize({ trx, request }: { trx: Transaction; request: SizeRequest }): Promise<void> {
  const { id, productId, size, version, actorId } = request
  if (!isUuid(id) || !isUuid(productId)) throw new AppError('not_found')
  const product = (await lockProducts({ trx, ids: [productId] })).get(productId.toLowerCase())
  const order = await trx.selectFrom('orders').select(['status', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!order) throw new AppError('not_found')
  if (order.version !== version) throw new AppError('order_changed')
  if (endsEarly(order.status)) throw new AppError('move_not_possible')
  const violation = product && validateSize({ product, size })
  if (violation) throw violation
  const line = await trx
    .updateTable('order_lines')
    .set({ size })
    .where('order_id', '=', id)
    .where('product_id', '=', productId)
    .where('size', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!line) throw new AppError('not_found')
  await trx
    .updateTable('orders')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await recordEvent({ trx, orderId: id, event: `Size ${size} confirmed for ${line.name}`, actor: 'admin', actorId })
}
