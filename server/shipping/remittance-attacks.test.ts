import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCodOrders } from '#testing/cod-orders.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const { cookies, placeOrder, sendCheck, sendRecord, check, record, undo, read } = await createCodOrders({ request, database })

const countWaiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())
  `.execute(database)
  return rows[0]?.count
}

test('a list waits for a delivery that is being undone, and its line is open', async () => {
  const order = await placeOrder({ courier: 'delhivery' })
  let recorded: ReturnType<typeof record> | undefined
  await database.transaction().execute(async (trx) => {
    await sql`select from orders where id = ${order.id} for update`.execute(trx)
    recorded = record('delhivery', `${order.trackingNumber},799`)
    await expect.poll(countWaiting).toBeGreaterThan(0)
    await sql`select set_config('shop.undo', 'on', true)`.execute(trx)
    await trx.updateTable('orders').set({ status: 'Shipped', payment_status: 'Pending' }).where('id', '=', order.id).execute()
  })
  expect((await recorded)?.lines[0]).toMatchObject({ outcome: 'not delivered', number: order.number })
  expect((await read()).openLines.map(({ number }) => number)).toContain(order.number)
})

test('a delivery that a list has counted is not undone any more', async () => {
  const order = await placeOrder({ courier: 'delhivery' })
  const { version } = await order.read()
  await record('delhivery', `${order.trackingNumber},799`)
  const undone = await request('POST', `/order/admin/${order.id}/undo`, { cookies, body: { version } })
  expect(undone.statusCode).toBe(409)
})

test('lists, numbers and undos at the same time count each payment once', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => placeOrder({ last: 'Delivered' })))
  const lines = orders.map((_, index) => `RACE${index},799`)
  const overlapping = lines.map((line, index) => record('dtdc', [line, lines[(index + 1) % lines.length]].join('\n')))
  const numbers = orders.map(({ saveNumber }, index) => saveNumber({ courier: 'dtdc', trackingNumber: `RACE${index}` }))
  const saved = await Promise.all(numbers)
  expect(saved.map(({ statusCode }) => statusCode)).toEqual(orders.map(() => 200))
  await Promise.all(overlapping)
  const isEntered = async () => {
    const { rows } = await sql`
      select tracking_number, count(*)::int as lines, count(order_id)::int as orders, min(outcome) as outcome
      from cod_remittance_lines where tracking_number like 'RACE%' group by tracking_number order by tracking_number
    `.execute(database)
    return rows
  }
  expect(await isEntered()).toEqual(
    orders.map((_, index) => ({ tracking_number: `RACE${index}`, lines: 1, orders: 1, outcome: 'matched' })),
  )
  // Undone by two administrators while another one enters the lines again.
  const lists = (await read()).lists.filter(({ courierName }) => courierName === 'DTDC')
  const replies = await Promise.all([...lists, ...lists].map(({ _id, version }) => undo(_id, version)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([...lists.map(() => 200), ...lists.map(() => 409)])
  expect((await record('dtdc', lines.join('\n'))).message).toBe('6 lines are recorded')
  expect(await isEntered()).toEqual(
    orders.map((_, index) => ({ tracking_number: `RACE${index}`, lines: 1, orders: 1, outcome: 'matched' })),
  )
})

test('a list of 5,000 lines is recorded, and a longer one is refused in words', async () => {
  const buildList = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index},₹1,299.50`).join('\n')
  const long = await sendRecord('ekart', buildList(20_000, 'L'))
  expect([long.statusCode, long.json().message]).toEqual([400, 'Please paste at most 5,000 lines at once.'])
  const longer = await sendRecord('ekart', buildList(30_000, 'LONGER'))
  expect([longer.statusCode, longer.json().fields]).toEqual([400, { text: 'These are too many lines at once. Please paste fewer.' }])
  expect((await record('ekart', buildList(5_000, 'N'))).message).toBe('5000 lines are recorded')
  expect(await read()).toMatchObject({ openTotal: 5_001, openLines: { length: 100 } })
})

test.each([
  ['zero bytes', 'A1\u0000,799'],
  ['half a character', 'A1\uD800,799'],
  ['an open quotation mark', '"A1,799'],
  ['quotation marks', '"'.repeat(400_000)],
  ['spaces', `A1,${' '.repeat(400_000)}x`],
  ['spaces before a slash', `A1,9${' '.repeat(100_000)}/`],
  ['thousands of cells', 'A1,'.repeat(100_000)],
  ['commas', ','.repeat(400_000)],
  ['long cells', `${'A'.repeat(100_000)},${'9'.repeat(100_000)},${'R'.repeat(100_000)},${'1'.repeat(100_000)}`],
  ['formulas', '=A1,=SUM(B1),+C1,@D1\n-1,-1,-1,-1'],
  ['names of properties', '__proto__,constructor,toString\n1,2,3'],
  ['nothing', ''],
])('a list of %s is answered in words', async (_, text) => {
  for (const send of [sendCheck, sendRecord]) {
    const reply = await send('delhivery', text)
    expect(reply.statusCode, reply.body.slice(0, 200)).toBeLessThan(500)
  }
})

test('amounts of statements are read whatever the list has chosen', async () => {
  const order = await placeOrder({ courier: 'blue-dart' })
  const columns = Array.from({ length: 100 }, (_, index) => (index === 0 ? 'trackingNumber' : index === 1 ? 'amount' : null))
  const { lines } = await check('blue-dart', `${order.trackingNumber},799 Cr`, { columns })
  expect(lines[0]?.outcome).toBe('matched')
  expect((await sendCheck('blue-dart', 'A1,1', { columns: [...columns, null] })).statusCode).toBe(400)
  expect((await sendCheck('blue-dart', 'A1,1', { columns: ['__proto__'] })).statusCode).toBe(400)
  expect((await sendCheck('nobody', 'A1,1')).json().fields).toEqual({ courier: 'Choose a courier.' })
})
