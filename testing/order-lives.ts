import fc from 'fast-check'
import { sql } from 'kysely'
import { type OrderStatus, transitions } from '#contract/orders/order-status.ts'
import type { Database } from '#server/database/schema.ts'
import { address } from './factories.ts'

const line = fc.record({
  product: fc.nat(3),
  size: fc.constantFrom('M', 'L', null),
  quantity: fc.integer({ min: 1, max: 5 }),
  price: fc.integer({ min: 100, max: 90_000 }),
  discount: fc.nat(100),
})
const order = fc.nat(1_000)
const dayMinutes = 1_440
/** In the last 100 days, more often in the last ones and on the weekday of today. */
const minutesAgo = fc.oneof(
  fc.nat(2 * dayMinutes),
  fc.nat(16 * dayMinutes),
  fc.nat(100 * dayMinutes),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -720, max: 720 })).map(([weeks, more]) => weeks * 7 * dayMinutes + more),
)
const step = fc.oneof(
  fc.record({
    act: fc.constant('place' as const),
    minutesAgo,
    kind: fc.constantFrom('guest' as const, 'cod' as const, 'card' as const),
    byAdministrator: fc.boolean(),
    isPaidByHand: fc.boolean(),
    isExchange: fc.nat(5).map((number) => number === 0),
    fee: fc.nat(5_000),
    pinCode: fc.constantFrom('560001', '560 002', '110001', 'none'),
    state: fc.constantFrom('Karnataka', ' KARNATAKA', 'Delhi'),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ act: fc.constant('transition' as const), order, choice: fc.nat(5) }),
  fc.record({ act: fc.constant('end' as const), order, choice: fc.nat(2) }),
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('return' as const),
      order,
      accepted: fc.nat(3),
      kind: fc.constantFrom('refund' as const, 'exchange' as const),
      states: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ act: fc.constant('change quantity' as const), order, quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ act: fc.constant('remove line' as const), order }),
  fc.record({ act: fc.constant('change size' as const), order, size: fc.constantFrom('M', 'XL') }),
  fc.record({ act: fc.constant('change day' as const), order, minutesAgo }),
  fc.record({ act: fc.constant('change address' as const), order, pinCode: fc.constantFrom('600001', '110009') }),
  fc.record({ act: fc.constant('enter parcel' as const), order, courier: fc.constantFrom('dtdc' as const, 'ekart' as const) }),
  fc.record({ act: fc.constant('refund' as const), order }),
  fc.record({ act: fc.constant('pay by hand' as const), order }),
  fc.record({ act: fc.constant('archive' as const), order }),
  fc.record({ act: fc.constant('unarchive' as const), order }),
  fc.record({ act: fc.constant('delete' as const), order }),
)
export type OrderStep = typeof step extends fc.Arbitrary<infer Step> ? Step : never

/** What happens to some orders, one after another. */
export const orderSteps = fc.array(step, { minLength: 10, maxLength: 40 })

interface LifeOptions {
  readonly database: Database
  readonly steps: readonly OrderStep[]
  readonly productIds: readonly string[]
  /** counts what has changed until now */
  readonly count: () => Promise<unknown>
}

let numbers = 0

/** Writes the steps of orders to the database. A step that its order does not allow is left out. */
export async function liveOrders({ database, steps, productIds, count }: LifeOptions): Promise<void> {
  const ids: string[] = []
  for (const [index, each] of steps.entries()) {
    // Later steps change what is counted already.
    if (index * 2 > steps.length) await count()
    if (each.act === 'place') ids.push(await place({ database, productIds, step: each }))
    else {
      const id = ids[each.order % ids.length]
      if (id !== undefined) await change({ database, id, step: each })
    }
  }
}

type PlaceStep = Extract<OrderStep, { act: 'place' }>

async function place({ database, productIds, step }: { database: Database; productIds: readonly string[]; step: PlaceStep }) {
  numbers += 1
  const adjustments = step.lines.map(({ discount }) => -discount)
  const total = step.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const { rows } = await sql<{ id: string }>`
    with placed as (
      insert into orders (number, kind, total_paise, adjustment_paise, delivery_address, placed_at, exchange_return_id, manual_payment, manual_payment_at)
      values (${`LIFE${numbers}`}, ${step.kind}, ${total}, ${step.fee + adjustments.reduce((sum, paise) => sum + paise, 0)},
        ${JSON.stringify({ ...address, pinCode: step.pinCode, state: step.state })}::jsonb, now() - make_interval(mins => ${step.minutesAgo}::int),
        case when ${step.isExchange}::boolean then gen_random_uuid() end,
        case when ${step.isPaidByHand}::boolean then 'upi' end, case when ${step.isPaidByHand}::boolean then now() end)
      returning id
    ),
    event as (insert into order_events (order_id, event, actor) select id, 'Placed', ${step.byAdministrator ? 'admin' : 'guest'} from placed),
    lines as (
      insert into order_lines (order_id, line, product_id, name, image_key, price_paise, quantity, size, adjustment_paise)
      select placed.id, line.*
      from placed, jsonb_to_recordset(${JSON.stringify(step.lines.map((each, index) => ({ ...each, line: index + 1, product_id: productIds[each.product] })))}::jsonb)
        as each (line int, product_id uuid, price bigint, quantity int, size text, discount int),
        lateral (select each.line, each.product_id, 'Item', 'image', each.price, each.quantity, each.size, -each.discount) as line
    )
    select id from placed
  `.execute(database)
  return (rows[0] as { id: string }).id
}

type ChangeStep = Exclude<OrderStep, { act: 'place' }>

async function change({ database, id, step }: { database: Database; id: string; step: ChangeStep }): Promise<void> {
  const found = await database.selectFrom('orders').select(['status', 'kind']).where('id', '=', id).executeTakeFirst()
  if (!found) return
  const first = { order_id: id, line: 1 }
  const changes = {
    transition: () => transition({ database, id, ...found, choice: 'choice' in step ? step.choice : 0 }),
    end: () => 'choice' in step && end({ database, id, ...found, choice: step.choice }),
    async return() {
      if (!('accepted' in step) || ![...openStatuses, 'Delivered'].includes(found.status)) return
      await end({ database, id, ...found, choice: 0 })
      for (let count = 0; count < step.states; count += 1) await advanceReturn({ database, id, step })
    },
    'change quantity': () =>
      'quantity' in step &&
      sql`update order_lines set quantity = ${step.quantity} where order_id = ${id} and line = 1
        and not exists (select from return_lines where return_lines.order_id = ${id})`.execute(database),
    'remove line': () => sql`delete from order_lines where order_id = ${id} and line > 1`.execute(database),
    'change size': () =>
      'size' in step &&
      database.updateTable('order_lines').set({ size: step.size }).where('order_id', '=', id).where('line', '=', first.line).execute(),
    'change day': () =>
      'minutesAgo' in step &&
      sql`update orders set placed_at = now() - make_interval(mins => ${step.minutesAgo}::int) where id = ${id}`.execute(database),
    'change address': () =>
      'pinCode' in step &&
      sql`update orders set delivery_address = jsonb_set(delivery_address, '{pinCode}', to_jsonb(${step.pinCode}::text)) where id = ${id}`.execute(
        database,
      ),
    'enter parcel': () => 'courier' in step && enterParcel({ database, id, courier: step.courier }),
    refund: () =>
      sql`update orders set paid_paise = to_pay_paise, refunded_paise = to_pay_paise, payment_status = 'Refunded' where id = ${id}`.execute(
        database,
      ),
    'pay by hand': () => sql`update orders set manual_payment = 'cash', manual_payment_at = now() where id = ${id}`.execute(database),
    archive: () => sql`insert into archived_orders (order_id) values (${id}) on conflict do nothing`.execute(database),
    unarchive: () => database.deleteFrom('archived_orders').where('order_id', '=', id).execute(),
    delete: () => database.deleteFrom('orders').where('id', '=', id).execute(),
  }
  await changes[step.act]()
}

/** The parcel of an order, or another courier for it. */
async function enterParcel({ database, id, courier }: { database: Database; id: string; courier: 'dtdc' | 'ekart' }) {
  const { numUpdatedRows } = await database.updateTable('shipments').set({ courier }).where('order_id', '=', id).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await database.insertInto('shipments').values({ order_id: id, courier }).execute()
}

interface Transition {
  readonly database: Database
  readonly id: string
  readonly status: OrderStatus
  readonly kind: 'guest' | 'cod' | 'card'
  readonly choice: number
}

async function transition({ database, id, status, kind, choice }: Transition) {
  const possible = transitions[status].filter(({ codOnly }) => kind !== 'card' || !codOnly)
  const to = possible[choice % possible.length]?.to
  if (to) await database.updateTable('orders').set({ status: to }).where('id', '=', id).execute()
}

const openStatuses: readonly OrderStatus[] = ['Placed', 'Confirmed', 'Packed', 'Shipped']

/** Brings an order to a parcel's end: delivered, refused or undelivered. */
async function end({ status, choice, ...order }: Transition) {
  for (const each of openStatuses.slice(Math.max(openStatuses.indexOf(status), 0)))
    if (openStatuses.includes(status)) await transition({ ...order, status: each, choice: each === 'Shipped' ? choice : 0 })
}

type ReturnStep = Extract<OrderStep, { act: 'return' }>

/** Accepts a return of the first line, or brings it one state further. */
async function advanceReturn({ database, id, step }: { database: Database; id: string; step: ReturnStep }) {
  const line = await database
    .selectFrom('order_lines')
    .select('quantity')
    .where('order_id', '=', id)
    .where('line', '=', 1)
    .executeTakeFirst()
  const current = await database.selectFrom('returns').select('state').where('order_id', '=', id).executeTakeFirst()
  if (!line) return
  if (!current) {
    numbers += 1
    await sql`
      with asked as (
        insert into returns (number, order_id, kind, is_fault, fee_paise, refund_paise)
        values (${`LIFE-R${numbers}`}, ${id}, ${step.kind}, false, 0, 0) returning id
      )
      insert into return_lines (return_id, order_id, line, quantity, reason) select id, ${id}, 1, ${line.quantity}, 'late' from asked
    `.execute(database)
    await sql`update returns set state = 'accepted', accepted_at = now(), handover = 'send' where order_id = ${id}`.execute(database)
    const refunded = Math.min(step.accepted, line.quantity)
    await sql`update return_lines set seen = '{}', restocked = 0, refunded = ${refunded} where order_id = ${id}`.execute(database)
  } else if (current.state === 'accepted') await sql`update returns set state = 'received' where order_id = ${id}`.execute(database)
  else if (current.state === 'received')
    await sql`update returns set state = 'settled', settled_at = now() where order_id = ${id}`.execute(database)
}

/** Two of three orders have a source. */
export const addReferrals = ({ database }: { database: Database }) =>
  sql`
    insert into order_referrals (order_id, source)
    select id, case ascii(left(id::text, 1)) % 3 when 0 then 'google' else 'instagram' end from orders
    where ascii(right(id::text, 1)) % 3 > 0 on conflict do nothing
  `.execute(database)
