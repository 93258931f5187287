import { createHmac, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startCheckout } from '#testing/card-checkout.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const { provider, gateway, gateways, request, database } = await startPayingApp()

/** Sends a signed event. Returns its stored bytes. */
async function receive(body: Buffer): Promise<Buffer | null> {
  const eventId = randomUUID()
  const signature = createHmac('sha256', provider.webhookSecret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
  expect((await request('POST', '/payments/razorpay/webhook', { body, headers })).statusCode).toBe(200)
  const event = database.selectFrom('payment_events').select('body').where('provider_event_id', '=', eventId)
  return (await event.executeTakeFirstOrThrow()).body
}

test.each([
  ['half a surrogate pair', '"\\ud83d"'],
  ['a zero byte', '"\\u0000"'],
  ['invalid UTF-8', '"\xff"'],
  ['a number that JSON rounds', '12345678901234567890'],
])('an event with %s is stored as its bytes and processed', async (_what, note) => {
  const { pay, orderId, orders } = await startCheckout({ request, database, provider })
  await pay()
  const text = `{"event":"payment.captured","payload":{"payment":{"entity":{"order_id":"${orderId}","note":${note}}}}}`
  const body = Buffer.from(text, 'latin1')
  expect(await receive(body)).toEqual(body)
  await runPaymentMaintenance({ database, gateways })
  expect(await orders()).toMatchObject([{ paymentStatus: 'Paid' }])
})

test.each(['..', '../payments/pay_A/refund?', 'order_\\ud83d', ''])(
  'an event about the order "%s" is stored and fetches nothing',
  async (id) => {
    const fetchPayments = vi.spyOn(gateway, 'fetchPayments')
    await receive(Buffer.from(`{"event":"order.paid","payload":{"order":{"entity":{"id":"${id}"}}}}`))
    await runPaymentMaintenance({ database, gateways })
    expect(fetchPayments).not.toHaveBeenCalled()
    fetchPayments.mockRestore()
    expect(await database.selectFrom('payment_events').select('id').where('processed_at', 'is', null).execute()).toEqual([])
  },
)
