import { sql, type Transaction } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { paise } from '#contract/money.ts'
import type { Tables } from '../database/tables.ts'
import type { NewEvent } from './events.ts'
import { isMailed } from './mails/words.ts'
import { makeOrderNumber } from './number.ts'
import type { OrderRow } from './present.ts'
import { type PricedLine, sumTotal } from './rules.ts'

export interface OrderToWrite {
  readonly kind: 'guest' | 'cod' | 'card'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly PricedLine[]
  /** what has happened to it so far, oldest first */
  readonly events: readonly Pick<NewEvent, 'event' | 'actor' | 'actorId'>[]
}

/** Writes an order, its lines, its first events and that their mails are due, in one round trip. */
export async function writeOrder({ trx, order }: { trx: Transaction<Tables>; order: OrderToWrite }): Promise<OrderRow> {
  const { kind, userId, deliveryAddress, lines, events } = order
  const total = sumTotal(lines)
  const isPaid = kind === 'card'
  const listed = lines.map(({ productId, name, imageKey, price, quantity, size }, index) => ({
    line: index + 1,
    product: productId,
    name,
    image: imageKey,
    price,
    quantity,
    size,
  }))
  const noted = events.map(({ event, actor, actorId }, place) => ({ place, event, actor, actor_id: actorId }))
  const mailed = events.map(({ event }) => event).filter(isMailed)
  // As JSON, because Postgres plans a statement anew each time that is given arrays, which takes longer than running it.
  const { rows } = await sql<OrderRow>`
    with placed as (
      insert into orders (number, kind, user_id, payment_status, total_paise, paid_paise, collect_paise, delivery_address)
      values (
        ${makeOrderNumber()}, ${kind}, ${userId}, ${isPaid ? 'Paid' : 'Pending'},
        ${total}, ${isPaid ? total : paise(0)}, ${isPaid ? paise(0) : total}, ${JSON.stringify(deliveryAddress)}
      )
      on conflict (number) do nothing
      returning id, number, status, kind, payment_status, total_paise, paid_paise, collect_paise, delivery_address, placed_at
    ), listed as (
      insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
      select placed.id, line, product, name, image, price, quantity, size from placed, json_to_recordset(${JSON.stringify(listed)}::json)
        as lines (line int, product uuid, name text, image text, price bigint, quantity int, size text)
    ), noted as (
      insert into order_events (order_id, event, actor, actor_id)
      select placed.id, event, actor, actor_id from placed, json_to_recordset(${JSON.stringify(noted)}::json)
        as events (place int, event text, actor text, actor_id uuid)
      order by place
      returning id, event
    ), mailed as (
      insert into order_mails (event_id)
      select id from noted where event in (select json_array_elements_text(${JSON.stringify(mailed)}::json))
    )
    select id, number, status, kind, payment_status, total_paise, paid_paise, collect_paise, delivery_address, placed_at from placed
  `.execute(trx)
  // The number was taken, once in a billion: draw again.
  return rows[0] ?? writeOrder({ trx, order })
}
