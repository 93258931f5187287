import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { isAddressComplete } from '#contract/kernel/address.ts'
import { paise } from '#contract/kernel/money.ts'
import type { DeskView } from '#contract/orders/order-desk.ts'
import { noAnswer } from '#contract/orders/order-flags.ts'
import { startCheckout } from '#testing/card-checkout.ts'
import { address, createTestProduct } from '#testing/factories.ts'
import { startPayingShop } from '#testing/start-shop.ts'

const { provider, request, database, cookies } = await startPayingShop()
const tee = await createTestProduct({ database, stock: 1_000 })

let hours = 0

/** Inserts an order, an hour older than the one before. */
async function insertOrder({ size = 'M', ...change }: { size?: string | null; [column: string]: unknown } = {}): Promise<string> {
  hours += 1
  const row = {
    number: `DESK-${String(hours).padStart(4, '0')}`,
    kind: 'guest',
    total_paise: paise(79_900),
    paid_paise: paise(0),
    collect_paise: paise(79_900),
    delivery_address: JSON.stringify(address),
    placed_at: sql`clock_timestamp() - make_interval(mins => ${hours})`,
    ...change,
  }
  const { id } = await database
    .insertInto('orders')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = {
    order_id: id,
    line: 1,
    product_id: tee.id,
    name: tee.name,
    image_key: 'test',
    price_paise: paise(79_900),
    quantity: 1,
    size,
  }
  await database.insertInto('order_lines').values(line).execute()
  return id
}

const recordEvent = (id: string, event: string, hoursAgo = 0) =>
  sql`insert into order_events (order_id, event, actor, happened_at)
    values (${id}, ${event}, 'system', clock_timestamp() - make_interval(hours => ${hoursAgo}))`.execute(database)

const hoursAgo = (count: number) => sql`clock_timestamp() - make_interval(hours => ${count})`

const readView = async (view: DeskView, more = '') =>
  (await request('GET', `/order/admin/desk?view=${view}${more}`, { cookies })).json<CallReply<'GET /order/admin/desk'>>()
const listIds = async (view: DeskView, more = '') => (await readView(view, more)).orders.map(({ _id }) => _id)

test('each view has its orders, oldest first, and all orders have the newest first', async () => {
  const newer = await insertOrder()
  const older = await insertOrder()
  const toPack = await insertOrder({ status: 'Confirmed' })
  const packed = await insertOrder({ status: 'Packed' })
  const shipped = await insertOrder({ status: 'Shipped' })
  const returning = await insertOrder({ status: 'Refused', returned_parcel: 'on its way' })
  await insertOrder({ status: 'Refused', returned_parcel: 'sellable' })
  expect([await listIds('new'), await listIds('to-pack'), await listIds('packed'), await listIds('shipped')]).toEqual([
    [older, newer],
    [toPack],
    [packed],
    [shipped],
  ])
  expect(await listIds('coming-back')).toEqual([returning])
  const { orders, counts, total, totalPages } = await readView('all', '&rows=10')
  expect(orders.map(({ _id }) => _id).slice(0, 3)).toEqual([newer, older, toPack])
  expect(counts).toEqual({
    new: 2,
    'to-pack': 1,
    'pre-orders': 0,
    packed: 1,
    'booking-problems': 0,
    shipped: 1,
    late: 0,
    'coming-back': 1,
    problems: 0,
    all: 7,
  })
  expect([total, totalPages]).toEqual([7, 1])
  const transitions = ['Confirmed', 'Cancelled']
  expect(orders[0]).toMatchObject({ version: 1, transitions, isLate: false, problems: [] })
  expect(await listIds('all', '&q=DESK-0002')).toEqual([older])
  const selection = (await request('GET', '/order/admin/desk/selection?view=new', { cookies })).json()
  expect(selection.orders).toMatchObject([
    { _id: older, version: 1, transitions, flags: [], isLikelyDuplicate: true, isPaid: false },
    { _id: newer },
  ])
  expect((await request('GET', '/order/admin/desk?rows=11', { cookies })).statusCode).toBe(400)
  await database.deleteFrom('orders').execute()
})

test('an order is late two days after it was placed, or after its confirmation if it needs one', async () => {
  const late = await insertOrder({ placed_at: hoursAgo(49) })
  await insertOrder({ placed_at: hoursAgo(47) })
  await insertOrder({ placed_at: hoursAgo(99), status: 'Shipped' })
  await insertOrder({ placed_at: hoursAgo(98), flags: ['value'] })
  const confirmed = await insertOrder({ placed_at: hoursAgo(97), flags: ['value'], status: 'Confirmed' })
  await recordEvent(confirmed, 'Confirmed', 47)
  const confirmedEarly = await insertOrder({ placed_at: hoursAgo(96), flags: ['value'], status: 'Packed' })
  await recordEvent(confirmedEarly, 'Confirmed', 49)
  const { orders, counts } = await readView('late')
  expect([orders.map(({ _id, isLate }) => [_id, isLate]), counts.late]).toEqual([
    [
      [confirmedEarly, true],
      [late, true],
    ],
    2,
  ])
  await database.deleteFrom('orders').execute()
})

test('orders that need a person are listed with the reasons', async () => {
  const { browser } = await (await startCheckout({ request, database, provider })).pay()
  expect(browser.response).toBeDefined()
  await insertOrder()
  const noPhone = await insertOrder({ kind: 'card', delivery_address: JSON.stringify({ ...address, phone: 'unknown' }), size: null })
  const unanswered = await insertOrder({ flags: ['value'] })
  await recordEvent(unanswered, noAnswer)
  const refunded = await insertOrder({ kind: 'card', paid_paise: 100, refunded_paise: 100, payment_status: 'Refunded', status: 'Packed' })
  const disputed = await insertOrder({ kind: 'card', status: 'Delivered' })
  await sql`update payments set order_id = ${disputed}, discrepancy = 'paid ₹1'`.execute(database)
  await insertOrder({ status: 'Shipped', size: null })
  const { orders, counts } = await readView('problems')
  expect(orders.map(({ _id, problems }) => [_id, problems.toSorted()])).toEqual([
    [disputed, ['payment']],
    [refunded, ['refunded']],
    [unanswered, ['no answer']],
    [noPhone, ['address', 'size']],
  ])
  expect(counts.problems).toBe(4)
  expect(orders[1]?.transitions).toEqual(['Cancelled'])
  await sql`delete from payments`.execute(database)
  await database.deleteFrom('orders').execute()
})

test('the database and the contract agree about complete addresses', async () => {
  const phones = ['9876543210', '+91 98765-43210', '0987 654 3210', '(+91)9876543210', '98765', '', '+1 9876543210', '９８７６５４３２１０']
  const pinCodes = ['560001', '560 001', '56001', '', '5600012', 'abcdef']
  const addresses = phones.flatMap((phone) => pinCodes.map((pinCode) => ({ phone, pinCode })))
  const { rows } = await sql<{ is: boolean }>`
    select is_address_complete(address) as is from jsonb_array_elements(${JSON.stringify(addresses)}::jsonb) with ordinality as a (address, n) order by n
  `.execute(database)
  expect(rows.map(({ is }) => is)).toEqual(addresses.map((fields) => isAddressComplete(fields)))
})
