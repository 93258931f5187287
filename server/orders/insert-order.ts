import type { SavedAddress } from '#contract/address.ts'
import { paise } from '#contract/money.ts'
import type { OrderFlag } from '#contract/order-flags.ts'
import type { OrderKind } from '#contract/orders.ts'
import { calculateTotal } from '#contract/pricing.ts'
import type { Transaction } from '../database/schema.ts'
import { type NewEvent, recordEvents } from './events.ts'
import { createOrderNumber } from './number.ts'
import type { OrderRow } from './present.ts'
import type { LineItem } from './rules.ts'

export interface NewOrder {
  readonly kind: OrderKind
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
  /** oldest first */
  readonly events: readonly NewEvent[]
  readonly flags?: readonly OrderFlag[]
}

/** Inserts an order, its lines and its first events. It is paid if one of them says so; only card orders are. Does not touch stock. */
export async function insertOrder({ trx, order }: { trx: Transaction; order: NewOrder }): Promise<OrderRow> {
  const { kind, userId, deliveryAddress, lines, events, flags = [] } = order
  const total = calculateTotal(lines)
  const isCard = kind === 'card'
  const isPaid = events.some(({ event }) => event === 'Paid')
  const row = await trx
    .insertInto('orders')
    .values({
      number: createOrderNumber(),
      kind,
      user_id: userId,
      payment_status: isPaid ? 'Paid' : isCard ? 'Failed' : 'Pending',
      total_paise: total,
      paid_paise: isPaid ? total : paise(0),
      collect_paise: isCard ? paise(0) : total,
      delivery_address: JSON.stringify(deliveryAddress),
      flags: [...flags],
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returningAll()
    .executeTakeFirst()
  // The random number is taken: try another one.
  if (!row) return insertOrder({ trx, order })
  const lineRows = lines.map(({ productId, name, imageKey, price, quantity, size }, index) => {
    const product = { product_id: productId, name, image_key: imageKey, price_paise: price }
    return { order_id: row.id, line: index + 1, ...product, quantity, size }
  })
  await trx.insertInto('order_lines').values(lineRows).execute()
  await recordEvents({ trx, orderId: row.id, events })
  return row
}
