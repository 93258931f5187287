import { sql } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { paise } from '#contract/money.ts'
import type { OrderFlag } from '#contract/orders/order-flags.ts'
import type { OrderKind } from '#contract/orders/orders.ts'
import { calculateTotal } from '#contract/pricing.ts'
import type { Transaction } from '../../database/schema.ts'
import { buildEventStatements, type NewEvent } from '../lifecycle/events.ts'
import type { PresentedRow } from '../present.ts'
import { createOrderNumber } from './number.ts'
import type { CountedOrder } from './order-caps.ts'
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
 * Inserts an order, its lines, its source and its first events with their mails, in one statement. It is confirmed and paid if one of
 * the events says so; only card orders are paid. Does not touch stock.
 */
export async function insertOrder({ trx, order }: { trx: Transaction; order: NewOrder }): Promise<PresentedRow> {
  const { kind, userId, deliveryAddress, lines, events, flags = [], counted } = order
  const total = calculateTotal(lines)
  const isCard = kind === 'card'
  const isPaid = events.some(({ event }) => event === 'Paid')
  const values: Omit<PresentedRow, 'id' | 'placed_at'> = {
    number: createOrderNumber(),
    status: events.some(({ event }) => event === 'Confirmed') ? 'Confirmed' : 'Placed',
    payment_status: isPaid ? 'Paid' : isCard ? 'Failed' : 'Pending',
    total_paise: total,
    paid_paise: isPaid ? total : paise(0),
    refunded_paise: paise(0),
    collect_paise: isCard ? paise(0) : total,
    delivery_address: deliveryAddress,
    flags: [...flags],
  }
  const placed = trx
    .insertInto('orders')
    .values({ ...values, kind, user_id: userId, delivery_address: JSON.stringify(deliveryAddress) })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning(['id', 'placed_at'])
  const { rows } = await sql<Pick<PresentedRow, 'id' | 'placed_at'>>`
    with placed as (${placed}),
    lines as (${buildLineStatement({ lines })}),
    ${counted ? sql`source as (${buildSourceStatement({ counted })}),` : sql``}
    ${buildEventStatements({ order: sql`placed`, events })}
    select id, placed_at from placed
  `.execute(trx)
  // Without a row the random number is taken: try another one.
  return rows[0] ? { ...values, ...rows[0] } : insertOrder({ trx, order })
}

function buildLineStatement({ lines }: Pick<NewOrder, 'lines'>) {
  const rows = lines.map(({ productId, name, imageKey, price, quantity, size }, index) => {
    return { line: index + 1, product_id: productId, name, image_key: imageKey, price_paise: price, quantity, size }
  })
  return sql`
    insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
    select placed.id, line, product_id, name, image_key, price_paise, quantity, size
    from placed, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new_line (
      line int, product_id uuid, name text, image_key text, price_paise bigint, quantity int, size text
    )`
}

/** Who placed the order. */
const buildSourceStatement = ({ counted: { keys, items, total, countedAt } }: { counted: CountedOrder }) => sql`
  insert into order_sources (order_id, keys, items, total_paise, counted_at)
  select id, ${keys}, ${items}, ${total}, ${countedAt} from placed`
