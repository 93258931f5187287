import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PushKind } from '#contract/accounts/push-devices.ts'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { hoursFromNow } from '#testing/hours-from-now.ts'
import { createTestBrowser, startPushService, type TestBrowser } from '#testing/push-service.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createSendPushesJob } from './send-pushes.ts'

const service = await startPushService()
afterAll(service.close)
const shop = await createTestApp({ push: service.push })
const { request, database } = shop
const tee = await createTestProduct({ database, price: 1_400, stock: 1_000 })

const warnings: unknown[] = []
const job = createSendPushesJob({ ...shop, push: service.push })
const run = () =>
  job.run({
    log: { error: console.error, warn: (context: unknown) => void warnings.push(context) },
    publish: () => {},
    signal: new AbortController().signal,
  })

beforeEach(async () => {
  await sql`truncate orders, push_devices, push_events, push_problems, outbox_mails, backups cascade`.execute(database)
  service.received.length = 0
  warnings.length = 0
  service.answerWith((reply) => reply.writeHead(201).end())
})

async function place(): Promise<Order> {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'M' }]) })
  return reply.json<{ order: Order }>().order
}

/** An administrator with one notified browser. */
async function subscribe(kinds: readonly PushKind[] = ['orders', 'problems']) {
  const administrator = await signInAdministrator({ request, database })
  const browser = createTestBrowser()
  const { endpoint, keys } = browser
  const { cookies } = administrator
  expect((await request('POST', '/push/devices', { cookies, body: { endpoint, keys, kinds } })).statusCode).toBe(201)
  const readDevice = () => database.selectFrom('push_devices').selectAll().where('user_id', '=', administrator._id).executeTakeFirst()
  return { ...administrator, ...browser, browser, readDevice }
}

/** What a browser has got since it was last asked. */
function take({ endpoint, decrypt }: TestBrowser) {
  const pushes = service.received.filter((push) => push.endpoint === endpoint)
  for (const push of pushes) service.received.splice(service.received.indexOf(push), 1)
  return pushes.map(({ body }) => decrypt(body))
}

const makeDue = () => sql`update push_devices set next_attempt_at = now() where next_attempt_at is not null`.execute(database)
const loseMail = () => sql`insert into outbox_mails (contact_message, state, settled_at) values ('{}', 'given up', now())`.execute(database)
const letAnHourPass = () => sql`update push_problems set raised_at = raised_at - interval '61 minutes'`.execute(database)

test('an order is one notification, which names no person', async () => {
  await place()
  const { browser, readDevice } = await subscribe()
  await run()
  expect(take(browser)).toEqual([])
  const { _id, number } = await place()
  await run()
  await run()
  const path = `/AdminDashboardWrapper/OrderDetail?open=${_id}`
  expect(take(browser)).toEqual([
    { title: `New order ${number}, ₹1,400`, body: '', path, tag: expect.stringMatching(/^news-\d+$/), icon: '/icon-192.png' },
  ])
  expect((await readDevice())?.last_sent_at).toBeInstanceOf(Date)
})

test('several orders are one notification', async () => {
  const { browser } = await subscribe()
  await Promise.all([place(), place(), place()])
  await run()
  expect(take(browser)).toMatchObject([{ title: '3 new orders, ₹4,200', path: '/AdminDashboardWrapper/OrderDetail?status=Placed' }])
})

test('an order that is committed after a later one is notified of', async () => {
  const { browser } = await subscribe()
  const [late, early] = [await place(), await place()]
  await sql`update orders set placed_at = now() - interval '5 seconds' where id = ${late._id}`.execute(database)
  await sql`update push_devices set created_at = now() - interval '1 minute'`.execute(database)
  await sql`insert into push_events (order_id) values (${early._id})`.execute(database)
  await sql`update push_devices set last_event_id = (select max(id) from push_events)`.execute(database)
  await run()
  expect(take(browser)).toMatchObject([{ title: `New order ${late.number}, ₹1,400` }])
})

test('each device gets the kinds that it wants', async () => {
  const [all, orders, problems, none] = [await subscribe(), await subscribe(['orders']), await subscribe(['problems']), await subscribe([])]
  const { number } = await place()
  await loseMail()
  await run()
  const title = `New order ${number}, ₹1,400`
  expect(take(all.browser)).toMatchObject([{ title, body: 'Problems: 1 mail given up in the last week' }])
  expect(take(orders.browser)).toMatchObject([{ title, body: '' }])
  expect(take(problems.browser)).toMatchObject([
    { title: 'A problem in the shop', body: '1 mail given up in the last week', path: '/AdminDashboardWrapper' },
  ])
  // What a device did not want does not arrive after its choice has changed.
  await request('PATCH', `/push/devices/${(await none.readDevice())?.id}`, { cookies: none.cookies, body: { kinds: ['orders'] } })
  await run()
  expect(service.received).toEqual([])
})

test('a problem is notified of when it begins or grows, once an hour at most', async () => {
  const { browser } = await subscribe()
  await sql`insert into backups values (now() - interval '3 days')`.execute(database)
  await loseMail()
  await run()
  expect(take(browser)).toMatchObject([{ title: '2 problems in the shop', body: '1 mail given up in the last week; no backup for 3 days' }])
  await loseMail()
  await run()
  expect(take(browser)).toEqual([])
  await letAnHourPass()
  await run()
  expect(take(browser)).toMatchObject([{ title: 'A problem in the shop', body: '2 mails given up in the last week' }])
  await letAnHourPass()
  await run()
  expect(take(browser)).toEqual([])
  await sql`delete from outbox_mails`.execute(database)
  await run()
  await loseMail()
  await run()
  expect(take(browser)).toMatchObject([{ body: '1 mail given up in the last week' }])
})

test.each([404, 410])('a subscription of which the push service answers %i is removed', async (status) => {
  const { browser, readDevice } = await subscribe()
  await place()
  service.answerWith((reply) => reply.writeHead(status).end())
  await run()
  expect(take(browser)).toHaveLength(1)
  expect(await readDevice()).toBeUndefined()
})

test('what a push service does not take is sent later, with what has happened meanwhile', async () => {
  const [failing, other] = [await subscribe(), await subscribe()]
  await place()
  service.answerWith((reply, { endpoint }) => reply.writeHead(endpoint === failing.endpoint ? 500 : 201).end())
  await run()
  expect([take(failing.browser), take(other.browser)].map(({ length }) => length)).toEqual([1, 1])
  const { id, failures } = (await failing.readDevice()) ?? {}
  expect([failures, warnings]).toEqual([1, [{ device: id, reason: 'answered 500', failures: 1 }]])
  const { devices } = (await request('GET', '/push/devices', { cookies: failing.cookies })).json()
  expect(devices).toMatchObject([{ isFailing: true, lastSentAt: null }])

  // Not before its time.
  service.answerWith((reply) => reply.writeHead(201).end())
  await place()
  await run()
  expect([take(failing.browser), take(other.browser)].map(({ length }) => length)).toEqual([0, 1])
  await makeDue()
  await run()
  expect(take(failing.browser)).toMatchObject([{ title: '2 new orders, ₹2,800' }])
  expect(await failing.readDevice()).toMatchObject({ failures: 0, next_attempt_at: null })
})

test('a push service that asks for more time gets it', async () => {
  const { readDevice } = await subscribe()
  await place()
  service.answerWith((reply) => reply.writeHead(429, { 'retry-after': '7200' }).end())
  await run()
  const { next_attempt_at: next } = (await readDevice()) ?? {}
  expect(hoursFromNow(next ?? '')).toBe(2)
})

test('two servers send one notification', async () => {
  const { browser } = await subscribe()
  await Promise.all([place(), place()])
  await Promise.all([run(), run(), run()])
  expect(take(browser)).toMatchObject([{ title: '2 new orders, ₹2,800' }])
})

test.each([
  ['has become a shopper', { role: 'user' }],
  ['is disabled', { disabled_at: new Date() }],
  ['has lost the right to orders', { staff_set: 'merchandiser' }],
] as const)('an administrator who %s is not notified', async (_name, change) => {
  const { _id, browser, readDevice } = await subscribe()
  await database.updateTable('users').set(change).where('id', '=', _id).execute()
  await place()
  await run()
  expect([take(browser), await readDevice()]).toEqual([[], undefined])
})

test('nothing is stored while nobody is notified', async () => {
  await place()
  await loseMail()
  await run()
  expect(await database.selectFrom('push_events').selectAll().execute()).toEqual([])
})

test('events are deleted after two days, and their orders are not notified of again', async () => {
  const { browser } = await subscribe()
  const { _id } = await place()
  await run()
  take(browser)
  await sql`update push_events set created_at = now() - interval '49 hours'`.execute(database)
  await sql`update orders set placed_at = now() - interval '49 hours' where id = ${_id}`.execute(database)
  await sql`update push_devices set created_at = now() - interval '3 days'`.execute(database)
  await createJobRunner(shop)('purge-push-events')
  await run()
  expect(await database.selectFrom('push_events').selectAll().execute()).toEqual([])
  expect(take(browser)).toEqual([])
})
