import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startGuestCheckout } from '#testing/guest-checkout.ts'
import { startReports } from '#testing/purchase-reports.ts'

const { placeOrder, setAsked, report, simulator, database, request, provider, endUndo, runJob } = await startReports()
await setAsked('both')

beforeEach(async () => {
  await database.deleteFrom('purchase_reports').execute()
})

test('an order on delivery is reported once, when it is delivered', async () => {
  const visit = { clickName: 'fbclid', clickId: 'IwAR-click' }
  const order = await placeOrder({ purchaseReport: 'both', visit })
  await order.transition('Confirmed', 'Packed', 'Shipped')
  await report()
  expect(order.received()).toEqual([])
  await order.transition('Delivered')
  await report()
  // It can still be undone.
  expect(order.received()).toEqual([])
  await endUndo()
  await report()
  await report()
  expect(order.received()).toMatchObject([
    {
      event_name: 'Purchase',
      event_id: order.id,
      action_source: 'website',
      event_source_url: 'http://localhost:3000/orderNow',
      user_data: {
        em: [expect.stringMatching(/^[0-9a-f]{64}$/)],
        ph: [hash('sha256', '919876543210')],
        fbc: expect.stringMatching(/^fb\.1\.\d{13}\.IwAR-click$/),
        client_user_agent: 'Browser of the tests',
      },
      custom_data: { value: 499, currency: 'INR', order_id: order.number, contents: [{ quantity: 1, item_price: 499 }] },
    },
  ])
  expect(await order.find()).toMatchObject({ state: 'sent', user_agent: '', tries: 1 })
})

test('an order that is paid online is reported when it is paid', async () => {
  const more = { purchaseReport: 'both' }
  const checkout = await startGuestCheckout({ request, database, provider, quantity: 1, more })
  await checkout.verify((await checkout.pay()).browser.response)
  await endUndo()
  const before = simulator.requests.length
  await report()
  const [taken] = simulator.requests.slice(before)
  expect(taken?.events[0]).toMatchObject({ event_name: 'Purchase', event_source_url: 'http://localhost:3000/orderNow' })
})

test('without the consent, and for what the shop does not ask, nothing is stored', async () => {
  for (const more of [{}, { purchaseReport: 'google' }, { purchaseReport: 'everybody' }])
    expect(await (await placeOrder(more)).find()).toBeUndefined()
  await setAsked('off')
  const order = await placeOrder()
  expect(await order.find()).toBeUndefined()
  await setAsked('both')
  expect(await (await placeOrder()).find()).toMatchObject({ recipients: 'both', text_version: expect.stringMatching(/^\d{4}-/) })
})

test('nothing is reported while the shop does not ask, or of a consent for Google only', async () => {
  const order = await placeOrder()
  await order.deliver()
  await setAsked('google')
  await report()
  const ofGoogle = await placeOrder({ purchaseReport: 'google' })
  await ofGoogle.deliver()
  await setAsked('both')
  expect(order.received()).toEqual([])
  await report()
  expect([order.received().length, ofGoogle.received().length]).toEqual([1, 0])
})

test.each(['Cancelled', 'withdrawn', 'erased'])('an order that is %s is not reported', async (state) => {
  const order = await placeOrder()
  if (state === 'Cancelled') await order.transition('Cancelled')
  else await order.deliver()
  if (state === 'withdrawn') await order.change({ withdrawn_at: new Date() })
  if (state === 'erased') await database.deleteFrom('purchase_reports').execute()
  await endUndo()
  await report()
  expect(order.received()).toEqual([])
})

test('a purchase that Meta refuses stops no other, and is not sent again', async () => {
  const orders = [await placeOrder(), await placeOrder()] as const
  for (const order of orders) await order.deliver()
  simulator.addFault({ status: 400, code: 100, message: 'Invalid\n parameter' })
  await report()
  await report()
  const states = await Promise.all(orders.map((order) => order.find()))
  expect(states.map((row) => row?.state).sort()).toEqual(['refused', 'sent'])
  expect(states.find((row) => row?.state === 'refused')?.problem).toBe('Meta does not take the purchase: Invalid parameter')
})

test.each([
  [{ status: 429, code: 4 }, 'Meta takes no more events at the moment: Fault', null],
  [{ status: 503, code: 2 }, 'Meta does not answer: Fault', expect.any(Date)],
  [{ status: 0 }, 'Meta does not answer.', expect.any(Date)],
] as const)('after %j a purchase is tried again later', async (fault, problem, unclearAt) => {
  const order = await placeOrder()
  await order.deliver()
  simulator.addFault(fault)
  await report()
  const row = await order.find()
  expect(row).toMatchObject({ state: 'waiting', problem, unclear_at: unclearAt, tries: 1 })
  // The wait is over a minute, so a run does nothing.
  await runJob('report-purchases')
  expect(order.received()).toHaveLength(0)
  await report()
  expect(await order.find()).toMatchObject({ state: 'sent', problem: '' })
})

test('delays grow', async () => {
  const order = await placeOrder()
  await order.deliver()
  const delays: number[] = []
  for (let times = 0; times < 3; times += 1) {
    simulator.addFault({ status: 500, code: 1 })
    await report()
    const row = await order.find()
    delays.push(Math.round(((row?.due_at.getTime() ?? 0) - (row?.changed_at.getTime() ?? 0)) / 1_000))
  }
  expect(delays).toEqual([60, 120, 240])
})

test('a lost answer is repeated with the same event id, which counts once', async () => {
  const order = await placeOrder()
  await order.deliver()
  simulator.addFault({ status: 0, when: 'after' })
  await report()
  await report()
  expect(order.received()).toHaveLength(2)
  expect(simulator.listCounted().filter(({ event_id }) => event_id === order.id)).toHaveLength(1)
})

test('a wrong token ends the run, and no purchase is lost', async () => {
  const orders = [await placeOrder(), await placeOrder()] as const
  for (const order of orders) await order.deliver()
  const before = simulator.calls.length
  simulator.addFault({ status: 400, code: 190, message: 'The token has expired' })
  await report()
  expect(simulator.calls.length - before).toBe(1)
  await report()
  expect(await Promise.all(orders.map(async (order) => (await order.find())?.state))).toEqual(['sent', 'sent'])
})

test('what Meta would refuse as too old, or count twice, is not sent', async () => {
  const old = await placeOrder()
  await old.deliver()
  await sql`update order_events set happened_at = happened_at - interval '8 days' where order_id = ${old.id}`.execute(database)
  const unclear = await placeOrder()
  await unclear.deliver()
  await unclear.change({ unclear_at: new Date(Date.now() - 49 * 3_600_000) })
  await report()
  expect([await old.find(), await unclear.find()]).toMatchObject([{ state: 'too late' }, { state: 'unknown' }])
  expect([...old.received(), ...unclear.received()]).toEqual([])
})

test('what a restored backup has as not reported is not reported again', async () => {
  const order = await placeOrder()
  await order.deliver()
  await sql`insert into restores (cause, made_at, ended_at) values ('backup', now(), now())`.execute(database)
  const later = await placeOrder()
  await later.deliver()
  await report()
  await sql`delete from restores`.execute(database)
  expect([await order.find(), await later.find()]).toMatchObject([{ state: 'unknown' }, { state: 'sent' }])
  expect(order.received()).toEqual([])
})

test('the browser of an order that is never delivered is forgotten after 90 days', async () => {
  const order = await placeOrder()
  await order.change({ agreed_at: new Date(Date.now() - 91 * 86_400_000) })
  await runJob('end-purchase-reports')
  expect(await order.find()).toMatchObject({ state: 'not sent', user_agent: '' })
})
