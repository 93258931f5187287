import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { createTestApp } from '#testing/test-app.ts'
import { listJobs } from '../jobs/list.ts'
import type { Gateway } from './gateway.ts'
import { releaseExpiredHolds } from './holds.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway } = provider
const { request, database, settings, trackingKey } = await createTestApp({ gateway })
const checkout = () => startCheckout({ request, database, provider })
const work = () => runPaymentMaintenance({ database, gateway })

const keepEvent = (orderId: string) =>
  database
    .insertInto('payment_events')
    .values({ provider_event_id: randomUUID(), event: 'payment.captured', provider_order_id: orderId, payload: '{}' })
    .execute()
const makeDue = () =>
  database
    .updateTable('payments')
    .set({ next_check_at: new Date(0) })
    .where('status', '<>', 'paid')
    .execute()
const letHoldEnd = (orderId: string) =>
  database
    .updateTable('payments')
    .set({ hold_ends_at: new Date(0) })
    .where('provider_order_id', '=', orderId)
    .execute()
const countOpen = async () => (await database.selectFrom('payment_events').select('id').where('processed_at', 'is', null).execute()).length

test('one payment that cannot be settled keeps no other from it, whether messages or the job speak of them', async () => {
  const broken = await checkout()
  await broken.pay()
  // As a restored part of a database may be: the order has nothing to refer to.
  await database.deleteFrom('cart_lines').execute()
  await database.deleteFrom('products').where('id', '=', broken.tee.id).execute()
  await keepEvent(broken.orderId)
  const told = await checkout()
  await told.pay()
  await keepEvent(told.orderId)
  const untold = await checkout()
  await untold.pay()
  await makeDue()
  await expect(work()).rejects.toThrow(AggregateError)
  expect([(await told.payment()).status, (await untold.payment()).status, (await broken.payment()).status]).toEqual([
    'paid',
    'paid',
    'created',
  ])
  // It waits for its next turn.
  await work()
  await database.deleteFrom('payment_events').execute()
  await database.deleteFrom('payments').where('provider_order_id', '=', broken.orderId).execute()
})

test('a hundred messages that the provider refuses to speak of keep none behind them waiting, and are given up', async () => {
  const refused = await checkout()
  const unknown = 'order_AAAAAAAAAAAAAA'
  await database.updateTable('payments').set({ provider_order_id: unknown }).where('provider_order_id', '=', refused.orderId).execute()
  for (let count = 0; count < 100; count += 1) await keepEvent(unknown)
  const { pay, orderId, payment } = await checkout()
  await pay()
  await keepEvent(orderId)
  await work()
  await work()
  expect([(await payment()).status, await countOpen()]).toEqual(['paid', 100])
  for (let turn = 1; turn < 6; turn += 1) {
    await database
      .updateTable('payment_events')
      .set({ next_attempt_at: new Date(0) })
      .execute()
    await work()
  }
  expect(await countOpen()).toBe(0)
})

test('a message that found the provider silent comes again', async () => {
  const { pay, orderId, payment } = await checkout()
  await pay()
  await provider.control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
  await keepEvent(orderId)
  await work()
  expect([(await payment()).status, await countOpen()]).toEqual(['created', 1])
  await database
    .updateTable('payment_events')
    .set({ next_attempt_at: new Date(0) })
    .execute()
  await work()
  expect([(await payment()).status, await countOpen()]).toEqual(['paid', 0])
})

const jobs = (provider: Gateway | undefined) =>
  listJobs({ database, settings, trackingKey, gateway: provider, mailer: { send: async () => {} }, requests: { request: () => {} } })

test.each([
  ['the provider is silent', { ...gateway, fetchPayments: () => new Promise<never>(() => {}) }],
  ['card payment is switched off', undefined],
])('a hold ends by a job of its own while %s', async (_why, provider) => {
  const { orderId, stock } = await checkout()
  await letHoldEnd(orderId)
  const [job] = jobs(provider).filter(({ name }) => name === 'release-holds')
  await job?.run({ log: console, signal: new AbortController().signal })
  expect(await stock()).toBe(10)
})

test('a hold that cannot be given back keeps no other from it', async () => {
  const broken = await checkout()
  const other = await checkout()
  // More pieces than a shelf can count.
  await sql`update products set stock = 2147483647 where id = ${broken.tee.id}`.execute(database)
  for (const { orderId } of [broken, other]) await letHoldEnd(orderId)
  await expect(releaseExpiredHolds({ database })).rejects.toThrow('1 failed')
  expect(await other.stock()).toBe(10)
})
