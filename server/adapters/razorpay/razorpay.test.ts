import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createRazorpay } from './razorpay.ts'

let answer: unknown
const paths: string[] = []
const server = createServer((request, response) => {
  paths.push(request.url ?? '')
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
beforeEach(() => {
  paths.length = 0
})
const keys = { keyId: 'rzp_test_x', keySecret: 'secret', webhookSecret: 'secret' }
const razorpay = createRazorpay({ ...keys, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

const captured = { id: 'pay_captured', status: 'captured', amount: 100, currency: 'INR' }

test('a payment that cannot be read or has an unknown status does not hide a captured one', async () => {
  answer = { items: [{ ...captured, id: 'pay_new', status: 'under_review' }, { ...captured, id: 'pay_odd', amount: '1' }, null, captured] }
  expect(await razorpay.fetchPayments('order_A')).toEqual([{ ...captured, id: 'pay_new', status: 'created' }, captured])
})

test('a refund with an unknown status counts as pending', async () => {
  const refund = { id: 'rfnd_A', status: 'processed', amount: 100 }
  answer = { items: [{ ...refund, status: 'queued' }, refund] }
  expect((await razorpay.fetchRefunds('pay_A')).map(({ status }) => status)).toEqual(['pending', 'processed'])
})

test.each(['..', '.', '../payments', 'order_A/../..', 'order_A?x', 'order_', ''])('the id "%s" is not sent', async (id) => {
  answer = { items: [] }
  const calls = [
    razorpay.fetchPayments(id),
    razorpay.fetchRefunds(id),
    razorpay.fetchRefund({ paymentId: 'pay_A', refundId: id }),
    razorpay.capture({ paymentId: id, amount: 100 as never }),
    razorpay.refund({ paymentId: id, amount: 100 as never, key: 'key' }),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ kind: 'rejected' })
  expect(paths).toEqual([])
})

test('the checkout script of Razorpay comes with the hosts that it loads from', () => {
  const { url, hosts } = createRazorpay(keys).checkoutScript
  expect(url).toBe('https://checkout.razorpay.com/v1/checkout.js')
  expect(hosts).toMatchObject({
    'script-src': ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
    'frame-src': ['https://checkout.razorpay.com', 'https://api.razorpay.com'],
    'form-action': ['https://checkout.razorpay.com', 'https://api.razorpay.com'],
  })
})

test('the checkout script of a simulator loads from its own host only', () => {
  const { hosts } = createRazorpay({ ...keys, scriptUrl: 'http://127.0.0.1:9/v1/checkout.js' }).checkoutScript
  expect(new Set(Object.values(hosts).flat())).toEqual(new Set(['http://127.0.0.1:9']))
})
