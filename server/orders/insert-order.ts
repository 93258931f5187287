import type { InsertQueryBuilder, QueryCreator } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { paise } from '#contract/money.ts'
import type { OrderFlag } from '#contract/order-flags.ts'
import type { OrderKind } from '#contract/orders.ts'
import { calculateTotal } from '#contract/pricing.ts'
import type { Tables, Transaction } from '../database/schema.ts'
import { type NewEvent, recordEvents } from './events.ts'
import { createOrderNumber } from './number.ts'
import type { CountedOrder } from './order-caps.ts'
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
  /** a shopper's order that is paid on delivery */
  readonly counted?: CountedOrder | undefined
}

/**
 * Inserts an order, its lines and its first events. It is confirmed and paid if one of them says so; only card orders are paid.
 * Does not touch stock.
 */
export async function insertOrder({ trx, order }: { trx: Transaction; order: NewOrder }): Promise<OrderRow> {
  const { kind, userId, deliveryAddress, lines, events, flags = [], counted } = order
  const total = calculateTotal(lines)
  const isCard = kind === 'card'
  const isConfirmed = events.some(({ event }) => event === 'Confirmed')
  const isPaid = events.some(({ event }) => event === 'Paid')
  const insertRow = (query: QueryCreator<Tables>) =>
    query
      .insertInto('orders')
      .values({
        number: createOrderNumber(),
        kind,
        user_id: userId,
        status: isConfirmed ? 'Confirmed' : 'Placed',
        payment_status: isPaid ? 'Paid' : isCard ? 'Failed' : 'Pending',
        total_paise: total,
        paid_paise: isPaid ? total : paise(0),
        collect_paise: isCard ? paise(0) : total,
        delivery_address: JSON.stringify(deliveryAddress),
        flags: [...flags],
      })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returningAll()
  const row = await (counted ? insertWithSource({ trx, insertRow, counted }) : insertRow(trx)).executeTakeFirst()
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

interface OrderWithSource {
  readonly trx: Transaction
  readonly insertRow: (query: QueryCreator<Tables>) => InsertQueryBuilder<Tables, 'orders', OrderRow>
  readonly counted: CountedOrder
}

/** Stores who placed the order in the same statement. */
function insertWithSource({ trx, insertRow, counted: { keys, items, total, countedAt } }: OrderWithSource) {
  return trx
    .with('placed', insertRow)
    .with('source', (query) =>
      query
        .insertInto('order_sources')
        .columns(['order_id', 'keys', 'items', 'total_paise', 'counted_at'])
        .expression((eb) =>
          eb
            .selectFrom('placed')
            .select((row) => [
              'id',
              row.val([...keys]).as('keys'),
              row.val(items).as('items'),
              row.val(total).as('total'),
              row.val(countedAt).as('at'),
            ]),
        ),
    )
    .selectFrom('placed')
    .selectAll()
}
