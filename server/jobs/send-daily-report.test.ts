import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { startShop } from '#testing/start-shop.ts'
import { createSendDailyReportJob } from './send-daily-report.ts'

const shop = await startShop({ environment: { PUBLIC_URL: 'https://shop.example', STORE_EMAIL: 'owner@shop.example', DEMO: 'on' } })
const { request, database, settings, cookies } = shop
const tee = await createTestProduct({ database, price: 799, stock: 1_000 })

const requested: string[] = []
const job = createSendDailyReportJob({ database, settings, requests: { request: (name) => void requested.push(name) } })
const run = () => job.run({ log: console, publish: () => {}, signal: new AbortController().signal })
const runAndCollect = async () => {
  await run()
  return (await collectMails(shop)).filter(({ to }) => to.address === 'owner@shop.example')
}

/** An order of yesterday. */
async function placeYesterday(): Promise<Order> {
  const { order } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([{ ...tee, size: 'M' }]) })).json<{
    order: Order
  }>()
  await sql`update orders set placed_at = placed_at - interval '1 day' where id = ${order._id}`.execute(database)
  await sql`update order_events set happened_at = happened_at - interval '1 day' where order_id = ${order._id}`.execute(database)
  return order
}

beforeEach(async () => {
  requested.length = 0
  await sql`truncate orders, daily_reports, settings, outbox_mails cascade`.execute(database)
})

test('the shop gets the orders of yesterday and what waits, once a day', async () => {
  const [first] = [await placeYesterday(), await placeYesterday()]
  await request('POST', `/order/admin/${first._id}/move`, { cookies, body: { to: 'Confirmed' } })
  await collectMails(shop)
  const [mail, ...others] = await runAndCollect()
  expect(others).toEqual([])
  expect(mail?.text).toContain('Yesterday: 2 orders placed, ₹1,598.')
  expect(mail?.text).toContain('Waiting: 1 order to confirm, 1 order to pack.')
  expect(mail?.text).toContain('https://shop.example/AdminDashboardWrapper/desk')
  expect(mail?.subject).toMatch(/^Loom & Lane on \w+,? \d+ \w+$/)
  expect(requested).toEqual(['send-mails'])
  expect(await runAndCollect()).toEqual([])
})

test('two servers send one report', async () => {
  await placeYesterday()
  await Promise.all([run(), run(), run()])
  expect(requested).toEqual(['send-mails'])
})

test('problems are named', async () => {
  await sql`insert into backups values (now() - interval '3 days')`.execute(database)
  await sql`insert into outbox_mails (contact_message, state, settled_at) values ('{}', 'given up', now())`.execute(database)
  const [mail] = await runAndCollect()
  expect(mail?.text).toContain('Problems: 1 mail given up in the last week; no backup for 3 days.')
  await sql`truncate backups`.execute(database)
})

test('a quiet day without problems has no report, and neither has a part that is switched off', async () => {
  expect(await runAndCollect()).toEqual([])
  await sql`truncate daily_reports`.execute(database)
  await placeYesterday()
  await collectMails(shop)
  const { groups } = (await request('GET', '/settings', { cookies })).json()
  const value = { ...groups.mails.value, dailyOrders: 'off' }
  await request('PATCH', '/settings/mails', { cookies, body: { version: 0, value } })
  expect((await request('POST', '/settings/mails/publish', { cookies, body: { version: 1 } })).statusCode).toBe(200)
  const [mail] = await runAndCollect()
  expect(mail?.text).not.toContain('Yesterday')
  expect(mail?.text).toContain('Waiting: 1 order to confirm.')
})
