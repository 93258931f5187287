import { beforeEach, expect, test, vi } from 'vitest'
import { makeEventsDue, sendWebhook, startCheckout } from '#testing/card-checkout.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import type { Gateway } from '../provider/gateway.ts'
import { toGateways } from '../provider/gateways.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, request, database } = await startPayingApp()
const checkout = () => startCheckout({ request, database, provider })
const progress = ['payment.authorized', 'payment.captured', 'order.paid']

/** Pays, and stores the messages about it `copies` times. */
async function payAndStore({ orderId, pay }: Awaited<ReturnType<typeof checkout>>, { copies = 1 } = {}) {
  const { payment } = await pay()
  return Array.from({ length: copies }, () => progress)
    .flat()
    .map((event) => () => sendWebhook({ request, orderId, paymentId: payment.id, event }))
}

/** A gateway that records which orders are fetched. */
function observe({ answer = gateway.fetchPayments }: { answer?: Gateway['fetchPayments'] } = {}) {
  const fetchPayments = vi.fn<Gateway['fetchPayments']>(answer)
  return { gateway: { ...gateway, fetchPayments }, fetchPayments, asked: () => fetchPayments.mock.calls.map(([id]) => id).toSorted() }
}

const work = (by: Gateway) => runPaymentMaintenance({ database, gateways: toGateways([by]) })
const countUnprocessed = async () =>
  (await database.selectFrom('payment_events').select('id').where('processed_at', 'is', null).execute()).length

const checkouts: Awaited<ReturnType<typeof checkout>>[] = []
const orderIds = () => checkouts.map(({ orderId }) => orderId).toSorted()

beforeEach(async () => {
  checkouts.length = 0
  for (let count = 0; count < 12; count += 1) checkouts.push(await checkout())
})

test('a backlog is processed in one run, with one request for each order', async () => {
  const messages = await Promise.all(checkouts.map((one) => payAndStore(one, { copies: 4 })))
  // The first message of each payment, then the second of each.
  for (const index of (messages[0] ?? []).keys()) for (const ofOrder of messages) await ofOrder[index]?.()
  expect(await countUnprocessed()).toBe(144)
  const { gateway, asked } = observe()
  await work(gateway)
  expect(await countUnprocessed()).toBe(0)
  expect(asked()).toEqual(orderIds())
  for (const { orders } of checkouts) expect(await orders()).toMatchObject([{ paymentStatus: 'Paid', orderStatus: 'Placed' }])
})

test('messages about a payment that is settled cause no request', async () => {
  const [paid] = checkouts
  const { browser, payment } = (await paid?.pay()) ?? {}
  await paid?.verify(browser?.response)
  const orderId = paid?.orderId ?? ''
  for (const event of [...progress, 'payment.failed']) await sendWebhook({ request, orderId, paymentId: payment?.id ?? '', event })
  const { gateway, fetchPayments } = observe()
  await work(gateway)
  expect([fetchPayments.mock.calls, await countUnprocessed()]).toEqual([[], 0])
})

test('messages about a refund or another payment of a settled checkout cause a request', async () => {
  const [paid] = checkouts
  const { browser, payment } = (await paid?.pay()) ?? {}
  await paid?.verify(browser?.response)
  const orderId = paid?.orderId ?? ''
  const { gateway, fetchPayments } = observe()
  await sendWebhook({ request, orderId, paymentId: payment?.id ?? '', event: 'refund.created' })
  await work(gateway)
  expect(fetchPayments).toHaveBeenCalledExactlyOnceWith(orderId)
  await sendWebhook({ request, orderId, paymentId: 'pay_AnotherPayment', event: 'payment.captured' })
  await work(gateway)
  expect([fetchPayments.mock.calls.length, await countUnprocessed()]).toEqual([2, 0])
})

test('servers that work at the same time share the orders, each with five requests at once', async () => {
  const messages = await Promise.all(checkouts.map((one) => payAndStore(one)))
  for (const send of messages.flat()) await send()
  const answer = Promise.withResolvers<void>()
  const first = observe({ answer: (orderId) => answer.promise.then(() => gateway.fetchPayments(orderId)) })
  const second = observe()
  const working = work(first.gateway)
  await expect.poll(() => first.fetchPayments.mock.calls).toHaveLength(5)
  await work(second.gateway)
  answer.resolve()
  await working
  expect(second.fetchPayments).toHaveBeenCalledTimes(7)
  expect([...first.asked(), ...second.asked()].toSorted()).toEqual(orderIds())
  expect(await countUnprocessed()).toBe(0)
})

test('a run ends when the provider does not answer, and the next one finishes the work', async () => {
  const messages = await Promise.all(checkouts.map((one) => payAndStore(one)))
  for (const send of messages.flat()) await send()
  await provider.control('faults', { kind: 'drop', path: '/payments', method: 'GET', times: 99 })
  const silent = observe()
  await work(silent.gateway)
  expect([silent.fetchPayments.mock.calls.length, await countUnprocessed()]).toEqual([5, 36])
  await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
  await makeEventsDue({ database })
  const { gateway, asked } = observe()
  await work(gateway)
  expect([asked(), await countUnprocessed()]).toEqual([orderIds(), 0])
})

test('a job that is stopped ends after its batch', async () => {
  const messages = await Promise.all(checkouts.map((one) => payAndStore(one)))
  for (const send of messages.flat()) await send()
  const stop = new AbortController()
  const { gateway: stopping, fetchPayments } = observe({
    answer: async (orderId) => {
      stop.abort()
      return gateway.fetchPayments(orderId)
    },
  })
  await runPaymentMaintenance({ database, gateways: toGateways([stopping]), signal: stop.signal })
  expect([fetchPayments.mock.calls.length, await countUnprocessed()]).toEqual([5, 21])
  await work(gateway)
  expect(await countUnprocessed()).toBe(0)
})
