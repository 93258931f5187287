import type { Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { paise } from '#contract/money.ts'
import { calculateTotal } from '#contract/pricing.ts'
import type { Tables } from '../database/schema.ts'
import { type NewEvent, recordEvents } from './events.ts'
import { createOrderNumber } from './number.ts'
import { type OrderRow, orderColumns } from './present.ts'
import type { LineItem } from './rules.ts'

export interface NewOrder {
  readonly kind: 'guest' | 'cod' | 'card'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
  /** oldest first */
  readonly events: readonly NewEvent[]
}

/** Inserts an order, its lines and its first events. A card order is paid; the others are paid on delivery. Does not touch stock. */
export async function insertOrder({ trx, order }: { trx: Transaction<Tables>; order: NewOrder }): Promise<OrderRow> {
  const total = calculateTotal(order.lines)
  const isPaid = order.kind === 'card'
  const row = await trx
    .insertInto('orders')
    .values({
      number: createOrderNumber(),
      kind: order.kind,
      user_id: order.userId,
      payment_status: isPaid ? 'Paid' : 'Pending',
      total_paise: total,
      paid_paise: isPaid ? total : paise(0),
      collect_paise: isPaid ? paise(0) : total,
      delivery_address: JSON.stringify(order.deliveryAddress),
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning(orderColumns)
    .executeTakeFirst()
  // The random number is taken: try another one.
  if (!row) return insertOrder({ trx, order })
  await insertLines({ trx, orderId: row.id, lines: order.lines })
  await recordEvents({ trx, orderId: row.id, events: order.events })
  return row
}

async function insertLines({ trx, orderId, lines }: { trx: Transaction<Tables>; orderId: string; lines: readonly LineItem[] }) {
  await trx
    .insertInto('order_lines')
    .values(
      lines.map(({ productId, name, imageKey, price, quantity, size }, index) => ({
        order_id: orderId,
        line: index + 1,
        product_id: productId,
        name,
        image_key: imageKey,
        price_paise: price,
        quantity,
        size,
      })),
    )
    .execute()
}
