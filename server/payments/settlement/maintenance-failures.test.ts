import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expireHold, makeEventsDue, startCheckout } from '#testing/card-checkout.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createBackupStore } from '../../adapters/create-backup-store.ts'
import { listJobs } from '../../jobs/list-jobs.ts'
import { releaseExpiredHolds } from '../checkout/holds.ts'
import type { Gateway } from '../provider/gateway.ts'
import { toGateways } from '../provider/gateways.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const {
  provider,
  gateway,
  gateways,
  request,
  database,
  settings,
  trackingKey,
  images,
  connection,
  webhookSender,
  webhookKey,
  fetchProfile,
  ucpSigningKeys,
} = await startPayingApp()
const checkout = () => startCheckout({ request, database, provider })
const work = () => runPaymentMaintenance({ database, gateways })

const storeEvent = (orderId: string) =>
  database
    .insertInto('payment_events')
    .values({ provider_event_id: randomUUID(), event: 'payment.captured', provider_order_id: orderId, payload: '{}' })
    .execute()
const makePaymentsDue = () =>
  database
    .updateTable('payments')
    .set({ next_check_at: new Date(0) })
    .where('status', '<>', 'paid')
    .execute()
const countUnprocessed = async () =>
  (await database.selectFrom('payment_events').select('id').where('processed_at', 'is', null).execute()).length

test('a payment that cannot be settled does not stop the others, with or without an event', async () => {
  const broken = await checkout()
  await broken.pay()
  // The order cannot refer to its product.
  await database.deleteFrom('cart_lines').execute()
  await database.deleteFrom('products').where('id', '=', broken.tee.id).execute()
  await storeEvent(broken.orderId)
  const withEvent = await checkout()
  await withEvent.pay()
  await storeEvent(withEvent.orderId)
  const withoutEvent = await checkout()
  await withoutEvent.pay()
  await makePaymentsDue()
  await expect(work()).rejects.toThrow(AggregateError)
  expect([(await withEvent.payment()).status, (await withoutEvent.payment()).status, (await broken.payment()).status]).toEqual([
    'paid',
    'paid',
    'created',
  ])
  // The failed payment is not due yet.
  await work()
  await database.deleteFrom('payment_events').execute()
  await database.deleteFrom('payments').where('provider_order_id', '=', broken.orderId).execute()
})

test('a hundred rejected events do not delay the next one, and end after six attempts', async () => {
  const rejected = await checkout()
  const unknown = 'order_AAAAAAAAAAAAAA'
  await database.updateTable('payments').set({ provider_order_id: unknown }).where('provider_order_id', '=', rejected.orderId).execute()
  for (let count = 0; count < 100; count += 1) await storeEvent(unknown)
  const { pay, orderId, payment } = await checkout()
  await pay()
  await storeEvent(orderId)
  await work()
  await work()
  expect([(await payment()).status, await countUnprocessed()]).toEqual(['paid', 100])
  for (let attempt = 2; attempt <= 6; attempt += 1) {
    await makeEventsDue({ database })
    await work()
  }
  expect(await countUnprocessed()).toBe(0)
})

test('an event is processed again when the provider did not answer', async () => {
  const { pay, orderId, payment } = await checkout()
  await pay()
  await provider.control('faults', { kind: 'drop', path: '/payments', method: 'GET' })
  await storeEvent(orderId)
  await work()
  expect([(await payment()).status, await countUnprocessed()]).toEqual(['created', 1])
  await makeEventsDue({ database })
  await work()
  expect([(await payment()).status, await countUnprocessed()]).toEqual(['paid', 0])
})

const jobs = (providers: Gateway[]) =>
  listJobs({
    database,
    readDatabase: database,
    settings,
    trackingKey,
    gateways: toGateways(providers),
    courier: { current: undefined },
    reporter: { current: undefined },
    mailer: { send: async () => {} },
    requests: { request: () => {} },
    images,
    fetchPicture: async () => Buffer.alloc(0),
    push: { publicKey: '', send: async () => ({ state: 'taken' }) },
    webhookSender,
    webhookKey,
    fetchProfile,
    ucpSigningKeys,
    backups: { database, connection, images, secret: 'x', store: createBackupStore({ settings }), isNightly: false },
  })

test.each([
  ['the provider does not answer', [{ ...gateway, fetchPayments: () => new Promise<never>(() => {}) }]],
  ['card payment is switched off', []],
])('an expired hold is released while %s', async (_why, providers) => {
  const { orderId, stock } = await checkout()
  await expireHold({ database, orderId })
  const [job] = jobs(providers).filter(({ name }) => name === 'release-holds')
  await job?.run({ publish: () => {}, log: console, signal: new AbortController().signal })
  expect(await stock()).toBe(10)
})

test('a hold that cannot be released does not stop the others', async () => {
  const broken = await checkout()
  const other = await checkout()
  // The returned stock would exceed the range of the column.
  await sql`update products set stock = 2147483647 where id = ${broken.tee.id}`.execute(database)
  for (const { orderId } of [broken, other]) await expireHold({ database, orderId })
  await expect(releaseExpiredHolds({ database })).rejects.toThrow('1 failed')
  expect(await other.stock()).toBe(10)
})
