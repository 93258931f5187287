import { type RawBuilder, sql } from 'kysely'
import type { SavedAddress } from '#contract/address.ts'
import { paise } from '#contract/money.ts'
import { calculateTotal } from '#contract/pricing.ts'
import { type IdempotencyKey, writeKey } from '../database/idempotency.ts'
import type { Database } from '../database/schema.ts'
import { setStockContext } from '../inventory/stock.ts'
import { isMailed } from '../mail/order-mail-copy.ts'
import type { NewEvent } from './events.ts'
import { makeOrderNumber } from './number.ts'
import { type OrderRow, presentFacts } from './present.ts'
import type { LineItem } from './rules.ts'

export interface OrderToWrite {
  readonly kind: 'guest' | 'cod' | 'card'
  /** null for a guest */
  readonly userId: string | null
  readonly deliveryAddress: SavedAddress
  readonly lines: readonly LineItem[]
  /** what has happened to it so far, oldest first */
  readonly events: readonly Pick<NewEvent, 'event' | 'actor' | 'actorId'>[]
}

const columns = sql.raw('id, number, status, kind, payment_status, total_paise, paid_paise, collect_paise, delivery_address, placed_at')

/** Writes an order, its lines, its first events and that their mails are due, in one round trip. The stock is somebody else's business. */
export async function writeOrder({ database, order }: { database: Database; order: OrderToWrite }): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    with ${readLines(order)}, ${writeParts({ order, number: makeOrderNumber(), when: sql`(select) as always` })}
    select ${columns} from placed
  `.execute(database)
  // The number was taken, once in a billion: draw again.
  return rows[0] ?? writeOrder({ database, order })
}

/**
 * Writes an order and takes its pieces and its key, all or nothing, in one statement: no row is locked while the program
 * thinks. Undefined, and nothing written, when a product is not what the lines say any more or has too few pieces. Throws
 * when the key is taken (`isKeyTaken`).
 */
export async function writeOrderFromStock({
  database,
  order,
  claim,
}: {
  database: Database
  order: OrderToWrite
  claim: IdempotencyKey | undefined
}): Promise<OrderRow | undefined> {
  const number = makeOrderNumber()
  const reason = setStockContext({ cause: 'sale', actorId: order.userId }, sql`placed.id::text`)
  const { rows } = await sql<OrderRow>`
    with ${readLines(order)}, locked as materialized (
      -- In the order of their ids, so that two orders of the same products cannot wait for each other.
      select id, name, image_key, price_paise, stock from products
      where id = any(array(select product from lines)) and deleted_at is null order by id for update
    ), fit as (
      select from lines join locked on locked.id = product
      where locked.name = lines.name and image_key = image and price_paise = price
        and stock >= (select sum(quantity) from lines as same where same.product = lines.product)
      having count(*) = (select count(*) from lines)
    ), ${writeParts({ order, number, when: sql`fit` })}, told as materialized (
      select ${reason} from placed
    ), taken as (
      update products set stock = stock - (select sum(quantity) from lines where product = products.id)
      from told where products.id = any(array(select product from lines))
    )${claim === undefined ? sql`` : sql`, keyed as (${writeKey({ claim, answer: writeAnswer({ order, number }), from: sql`placed` })})`}
    select ${columns} from placed
  `.execute(database)
  return rows[0]
}

/** As JSON, because Postgres plans a statement anew each time that is given arrays, which takes longer than running it. */
function readLines({ lines }: OrderToWrite): RawBuilder<unknown> {
  const listed = lines.map(({ productId, name, imageKey, price, quantity, size }, index) => ({
    line: index + 1,
    product: productId,
    name,
    image: imageKey,
    price,
    quantity,
    size,
  }))
  return sql`lines as materialized (
    select line, product, name, image, price, quantity, size from json_to_recordset(${JSON.stringify(listed)}::json)
      as lines (line int, product uuid, name text, image text, price bigint, quantity int, size text)
  )`
}

/** What is known of an order before it is written. */
function describe({ order, number }: { order: OrderToWrite; number: string }): Omit<OrderRow, 'id' | 'placed_at'> {
  const isPaid = order.kind === 'card'
  const total = calculateTotal(order.lines)
  return {
    number,
    kind: order.kind,
    status: 'Placed',
    payment_status: isPaid ? 'Paid' : 'Pending',
    total_paise: total,
    paid_paise: isPaid ? total : paise(0),
    collect_paise: isPaid ? paise(0) : total,
    delivery_address: order.deliveryAddress,
  }
}

/** The rows of an order, when the relation `when` has a row. */
function writeParts({ order, number, when }: { order: OrderToWrite; number: string; when: RawBuilder<unknown> }): RawBuilder<unknown> {
  const row = describe({ order, number })
  const noted = order.events.map(({ event, actor, actorId }, place) => ({ place, event, actor, actor_id: actorId }))
  const mailed = order.events.map(({ event }) => event).filter(isMailed)
  return sql`placed as (
      insert into orders (number, kind, user_id, payment_status, total_paise, paid_paise, collect_paise, delivery_address)
      select ${number}, ${row.kind}, ${order.userId}::uuid, ${row.payment_status}, ${row.total_paise}::bigint, ${row.paid_paise}::bigint,
        ${row.collect_paise}::bigint, ${JSON.stringify(row.delivery_address)}::jsonb from ${when}
      on conflict (number) do nothing
      returning ${columns}
    ), listed as (
      insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size)
      select placed.id, line, product, name, image, price, quantity, size from placed, lines
    ), noted as (
      insert into order_events (order_id, event, actor, actor_id)
      select placed.id, event, actor, actor_id from placed, json_to_recordset(${JSON.stringify(noted)}::json)
        as events (place int, event text, actor text, actor_id uuid)
      order by place
      returning id, event
    ), mailed as (
      insert into order_mails (event_id)
      select id from noted where event in (select json_array_elements_text(${JSON.stringify(mailed)}::json))
    )`
}

/** The answer to whoever places the order, of which only the database knows two things: the id and the moment. */
function writeAnswer({ order, number }: { order: OrderToWrite; number: string }): RawBuilder<object> {
  const known = presentFacts({ row: describe({ order, number }), lines: order.lines })
  return sql`${JSON.stringify(known)}::jsonb || jsonb_build_object('_id', placed.id,
    'createdAt', to_char(placed.placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
}
