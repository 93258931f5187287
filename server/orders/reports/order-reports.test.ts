import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import type { DayFigures } from '#contract/orders/day-summary.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const log: string[] = []
const { app, request, database, admin } = await startShop({
  environment: { LOG_LEVEL: 'info' },
  logTo: { write: (line) => void log.push(line) },
})
const tee = await createTestProduct({ database, name: 'Tee, "soft"', price: 500, stock: 1_000 })
const kurta = await createTestProduct({ database, name: '=1+1', price: 100, stock: 1_000 })

afterEach(() => database.deleteFrom('orders').execute())

async function place({
  items = [{ ...tee, size: 'M' }],
  ...delivery
}: {
  items?: Parameters<typeof buildGuestOrder>[0]
  lastName?: string
} = {}) {
  const body = { ...buildGuestOrder(items), deliveryAddress: { ...address, ...delivery } }
  return (await request('POST', '/guest/cashondelivery', { body })).json<{ order: Order }>().order
}
const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
const download = (query = '', cookies = admin.cookies) => request('GET', `/order/admin/export?${query}`, { cookies })
const listRows = (csv: string) => csv.trim().split('\r\n').slice(1)

describe('GET /order/admin/export', () => {
  test('a row of an item has the SKU of its size, by which the order and the product are found', async () => {
    const coded = await createTestProduct({ database, name: 'Vest', sizes: { M: 5, L: 5 } })
    await database
      .updateTable('product_sizes')
      .set({ sku: 'Coded_M-1' })
      .where('product_id', '=', coded.id)
      .where('size', '=', 'M')
      .execute()
    const order = await place({
      items: [
        { ...coded, size: 'M' },
        { ...coded, size: 'L' },
      ],
    })
    await place()
    const [head = '', ...rows] = (await download(`q=${order.number}`)).body.slice(1).trim().split('\r\n')
    expect(head.split(',').at(-3)).toBe('SKU')
    expect(rows.map((row) => row.split(',').at(-3))).toEqual(['Coded_M-1', ''])
    const find = async (q: string) => (await request('GET', `/cod/adminOrder?q=${q}`, { cookies: admin.cookies })).json().orders
    expect((await find('coded_m')).map(({ _id }: Order) => _id)).toEqual([order._id])
    expect(await find('codedxm')).toEqual([])
    const { products } = (await request('GET', '/products/admin?q=CODED_m', { cookies: admin.cookies })).json()
    expect(products.map(({ _id }: { _id: string }) => _id)).toEqual([coded.id])
    expect((await request('GET', '/products/getAll?page=1&q=Coded_M-1')).json().total).toBe(0)
  })

  test('a file has a byte order mark, a row for each item and the amounts of an order once', async () => {
    const order = await place({
      items: [
        { ...tee, size: 'M', quantity: 2 },
        { ...kurta, size: 'L' },
      ],
    })
    await database.insertInto('shipments').values({ order_id: order._id, courier: 'delhivery', tracking_number: 'DL123' }).execute()
    const reply = await download()
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    expect(reply.headers['cache-control']).toBe('private, no-store')
    expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
    const [head = ''] = reply.body.slice(1).split('\r\n')
    expect(head).toContain(
      'PIN code,Phone,Email,Courier,Tracking number,Product,Size,Quantity,Price,Order total,Paid,Refunded,Cash to collect,Discounts and fees,To pay,SKU,Note,Gift',
    )
    const rows = listRows(reply.body)
    expect(rows.every((row) => row.startsWith(`${order.number},`) && row.includes('560001,9876543210,asha@example.com'))).toBe(true)
    expect(rows.map((row) => row.split('asha@example.com,Delhivery,DL123,')[1])).toEqual([
      '"Tee, ""soft""",M,2,500,1100,0,0,1100,0,1100,,,',
      "'=1+1,L,1,100,,,,,,,,,",
    ])
  })

  test('a row for each order lists its items', async () => {
    await place({
      items: [
        { ...tee, size: 'M', quantity: 2 },
        { ...kurta, size: 'L' },
      ],
    })
    const rows = listRows((await download('rows=orders')).body)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(/"2 × Tee, ""soft"" \(M\); 1 × =1\+1 \(L\)",1100,0,0,1100,0,1100,,,$/)
  })

  test('what a spreadsheet would run as a formula is text', async () => {
    await place({ lastName: '=HYPERLINK("x","y")' })
    await place({ lastName: '@SUM(1)' })
    await place({ lastName: '-2+3' })
    await place({ lastName: '＝1+1' })
    await place({ lastName: "'=1+1" })
    const { body } = await download()
    expect(body).toContain(`"'=HYPERLINK(""x"",""y"")"`)
    expect(body).toContain(`,'@SUM(1),`)
    expect(body).toContain(`,'-2+3,`)
    expect(body).toContain(`,'＝1+1,`)
    expect(body).toContain(`,''=1+1,`)
  })

  test('the filters of the list apply', async () => {
    const moved = await place()
    await place()
    await transition(moved._id, 'Confirmed')
    expect(listRows((await download('status=Confirmed&kind=guest')).body)).toEqual([expect.stringMatching(`^${moved.number},`)])
    expect(listRows((await download(`q=${moved.number}`)).body)).toHaveLength(1)
    expect(listRows((await download('kind=card')).body)).toEqual([])
    expect(listRows((await download('view=to-pack')).body)).toEqual([expect.stringMatching(`^${moved.number},`)])
    expect((await download('status=Nowhere')).statusCode).toBe(400)
  })

  test('a view comes in its order: oldest first, all orders newest first', async () => {
    const numbers = [(await place()).number, (await place()).number]
    const read = async (view: string) => listRows((await download(`view=${view}`)).body).map((row) => row.slice(0, 9))
    expect(await read('new')).toEqual(numbers)
    expect(await read('all')).toEqual(numbers.toReversed())
  })

  test('thousands of orders come in parts, each order once, newest first', async () => {
    await sql`
      insert into orders (number, kind, total_paise, paid_paise, collect_paise, delivery_address)
      select 'X' || lpad(n::text, 8, '0'), 'guest', 100, 0, 100, ${JSON.stringify(address)}::jsonb from generate_series(1, 1200) n
    `.execute(database)
    const rows = listRows((await download('rows=orders')).body).map((row) => row.slice(0, 9))
    expect(rows).toHaveLength(1_200)
    expect(rows).toEqual([...new Set(rows)].sort().reverse())
  })

  test('who exported what is in the log, without the search text', async () => {
    await place({ lastName: 'Chatterjee' })
    log.length = 0
    await download('q=chatterjee&rows=orders')
    const line = log.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'Orders were exported')
    expect(line).toMatchObject({ actorId: admin._id, rows: 'orders', filters: ['q'], count: 1 })
    expect(log.join('')).not.toContain('chatterjee')
  })

  test('an administrator enters the PIN again first', async () => {
    const other = await signInAdministrator({ request, database })
    await sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${other._id}`.execute(database)
    expect((await download('', other.cookies)).json()).toMatchObject({ code: 'reauthentication_required' })
    const shopper = await signInShopper({ request })
    expect((await download('', shopper.cookies)).statusCode).toBe(403)
    expect((await app.inject('/api/v1/order/admin/export')).statusCode).toBe(401)
  })

  test('words that the database cannot search are refused before the file begins', async () => {
    const reply = await download('q=%00')
    expect(reply.statusCode).toBe(400)
    expect(reply.headers['content-disposition']).toBeUndefined()
  })
})

describe('GET /order/admin/summary', () => {
  const readSummary = async (day?: string) => {
    const reply = await request('GET', `/order/admin/summary${day ? `?day=${day}` : ''}`, { cookies: admin.cookies })
    return reply.json<{ day: string; dayBefore: string; today: string; figures: DayFigures; before: DayFigures }>()
  }
  const setTime = (id: string, event: OrderEvent, time: string) =>
    database
      .updateTable('order_events')
      .set({ happened_at: new Date(time) })
      .where('order_id', '=', id)
      .where('event', '=', event)
      .execute()
  const nothing = { count: 0, amount: 0 }

  test('events count on their day in India, beside the day before', async () => {
    const [first, second] = [await place(), await place({ items: [{ ...kurta, size: 'L', quantity: 3 }] })]
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) await transition(first._id, to)
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Refused']) await transition(second._id, to)
    // 23:30 on the 4th and 00:30 on the 5th in India.
    await setTime(first._id, 'Placed', '2026-01-04T18:00:00Z')
    await setTime(second._id, 'Placed', '2026-01-04T19:00:00Z')
    await setTime(first._id, 'Delivered', '2026-01-05T06:00:00Z')
    await setTime(second._id, 'Refused', '2026-01-05T06:00:00Z')
    const { figures, before, ...days } = await readSummary('2026-01-05')
    expect(days).toMatchObject({ day: '2026-01-05', dayBefore: '2026-01-04' })
    expect(figures).toMatchObject({
      placed: { count: 1, amount: 300 },
      confirmed: nothing,
      delivered: { count: 1, amount: 500 },
      collected: { count: 1, amount: 500 },
      refused: { count: 1, amount: 300 },
      paidOnline: nothing,
      refunds: nothing,
    })
    expect(before).toMatchObject({ placed: { count: 1, amount: 500 }, delivered: nothing })
  })

  test('an undone change and a repeated one do not count', async () => {
    const order = await place()
    await transition(order._id, 'Confirmed')
    const { version } = (await request('GET', `/order/admin/${order._id}`, { cookies: admin.cookies })).json()
    await request('POST', `/order/admin/${order._id}/undo`, { cookies: admin.cookies, body: { version } })
    expect((await readSummary()).figures).toMatchObject({ placed: { count: 1, amount: 500 }, confirmed: nothing })
    await transition(order._id, 'Confirmed')
    const { day, today, figures } = await readSummary()
    expect(figures.confirmed).toEqual({ count: 1, amount: 500 })
    expect(day).toBe(today)
  })

  test('cash that was paid back counts on its day', async () => {
    const order = await place()
    const refund = { order_id: order._id, amount_paise: toPaise(120), reason: 'x', created_at: new Date('2026-02-11T10:00:00Z') }
    await database.insertInto('cash_refunds').values(refund).execute()
    const { figures, before } = await readSummary('2026-02-11')
    expect([figures.refunds, before.refunds]).toEqual([{ count: 1, amount: 120 }, nothing])
  })

  test('a day that is no date is rejected', async () => {
    expect((await request('GET', '/order/admin/summary?day=2026-02-30', { cookies: admin.cookies })).statusCode).toBe(400)
  })
})
