import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/money.ts'
import { blockRefunds, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { type Gateway, GatewayError, type GatewayRefund } from './gateway.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway, control, webhookSecret } = provider
const { held, end } = blockRefunds(gateway)
const { request, database } = await createTestApp({ gateway: held })
afterAll(end)
const { cookies: admin } = await signInAdministrator({ request, database })

afterEach(async () => {
  await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
  await control('settings', { refund_processing: 'processed', refund_balance: null })
  // What is still on its way would be asked about in the next test.
  await database.deleteFrom('refunds').execute()
})

/** A card order that is paid: 1,598 rupees. */
async function payOrder() {
  const checkout = await startCheckout({ request, database, provider })
  const { browser, payment } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json()
  return {
    cancel: () => request('POST', `/order/${order._id}/cancel`, { cookies: checkout.cookies }),
    sendBack: (amount: number, refunded: number) =>
      request('POST', `/order/admin/${order._id}/refund`, { cookies: admin, body: { amount, refunded, reason: 'Returned' } }),
    refunds: async () => (await request('GET', `/order/admin/${order._id}/payment`, { cookies: admin })).json().payment.refunds,
    /** what becomes of the refund of so many rupees that is on its way */
    end: async (amount: number, how: 'process' | 'fail') => {
      const { provider_refund_id: id } = await database
        .selectFrom('refunds')
        .select('provider_refund_id')
        .where('amount_paise', '=', toPaise(amount))
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
      await control(`refunds/${id}/${how}`, {})
      await work()
    },
    paymentStatus: async () => (await checkout.orders())[0].paymentStatus,
    /** the owner refunds so many rupees on the provider's own page */
    sendBackThere: (amount: number) => gateway.refund({ paymentId: payment.id, amount: toPaise(amount), key: randomUUID() }),
    /** the provider tells that something of this payment was refunded */
    tell: async () => {
      const body = JSON.stringify({ event: 'refund.processed', payload: { payment: { entity: { order_id: checkout.orderId } } } })
      const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': randomUUID() }
      await request('POST', '/payments/razorpay/webhook', { body, headers })
      await work()
    },
    /** what the provider has sent back, in paise */
    sentBack: async () =>
      (await control<{ refunds: { payment_id: string; amount: number }[] }>('state')).refunds
        .filter((refund) => refund.payment_id === payment.id)
        .map(({ amount }) => amount),
  }
}

/** Every refund is due, again and again, as if its time had passed. */
async function work({ times = 1, by = gateway }: { times?: number; by?: Gateway } = {}): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await database
      .updateTable('refunds')
      .set({ next_attempt_at: new Date(0) })
      .where('status', 'in', ['requested', 'pending'])
      .execute()
    await runPaymentMaintenance({ database, gateway: by })
  }
}

describe.each([401, 408, 409, 429])('a provider that answers %d', (status) => {
  test('is asked until it says what happened, and refunds once', async () => {
    const { cancel, refunds, paymentStatus, sentBack } = await payOrder()
    await cancel()
    await control('faults', { kind: 'status', status, path: '/refund', method: 'POST', times: 8 })
    await work({ times: 8 })
    expect(await refunds()).toMatchObject([{ status: 'asked' }])
    await work()
    expect(await refunds()).toMatchObject([{ status: 'processed' }])
    expect([await paymentStatus(), await sentBack()]).toEqual(['Refunded', [159_800]])
  })

  test('ends no refund that is on its way', async () => {
    const { cancel, refunds } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await cancel()
    await work({ times: 8 })
    await control('faults', { kind: 'status', status, path: '/refunds/', method: 'GET' })
    await work()
    expect(await refunds()).toMatchObject([{ status: 'pending' }])
  })
})

test('a look that the provider refuses ends no refund either', async () => {
  const { cancel, refunds } = await payOrder()
  await control('settings', { refund_processing: 'pending' })
  await cancel()
  await work()
  await control('faults', { kind: 'status', status: 400, path: '/refunds/', method: 'GET', times: 8 })
  await work({ times: 8 })
  expect(await refunds()).toMatchObject([{ status: 'pending' }])
})

test('a refund that the provider refuses six times is given up; silences do not count', async () => {
  const { cancel, refunds } = await payOrder()
  await cancel()
  await control('faults', { kind: 'drop', path: '/refund', method: 'POST', times: 8 })
  await work({ times: 8 })
  await control('settings', { refund_balance: 0 })
  await work({ times: 5 })
  expect(await refunds()).toMatchObject([{ status: 'asked' }])
  await work()
  expect(await refunds()).toMatchObject([{ status: 'failed', settledAt: expect.any(String) }])
})

/** A second server at the same work, which the provider lets wait. */
async function startSecond(answerOf: () => GatewayRefund) {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowly: Gateway = {
    ...gateway,
    async refund() {
      asked.resolve()
      await answered.promise
      return answerOf()
    },
  }
  const second = work({ by: slowly })
  await asked.promise
  return { second, answer: () => answered.resolve() }
}

test.each([
  ['processed', 'rejects', 'processed'],
  ['pending', 'rejects', 'pending'],
  ['processed', 'answers late', 'processed'],
] as const)('of two servers, one hears "%s"; the other, to which the provider %s, changes nothing', async (first, slow, state) => {
  const { cancel, refunds, sentBack } = await payOrder()
  await cancel()
  await database.updateTable('refunds').set({ rejections: 5 }).where('status', '=', 'requested').execute()
  await control('settings', { refund_processing: first })
  const { second, answer } = await startSecond(() => {
    if (slow === 'rejects') throw new GatewayError({ kind: 'rejected', message: 'The payment has been fully refunded already' })
    return { id: 'rfnd_of_a_late_answer', status: 'pending', amount: 159_800 }
  })
  await work()
  const before = await refunds()
  expect(before).toMatchObject([{ status: state }])
  answer()
  await second
  expect(await refunds()).toEqual(before)
  expect(await sentBack()).toEqual([159_800])
})

const mismatches = async () =>
  (await request('GET', '/payments/mismatches', { cookies: admin }))
    .json()
    .mismatches.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])

describe('a refund that failed is a mismatch until the money that is owed is on its way', () => {
  test('of a cancelled order all of it is owed, whatever was asked for beside it', async () => {
    const { sendBack, cancel, end, paymentStatus } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await sendBack(500, 0)
    await work()
    await cancel()
    await work()
    await end(1098, 'process')
    await end(500, 'fail')
    expect([await mismatches(), await paymentStatus()]).toEqual([[['refund failed', 500]], 'Paid'])
    await sendBack(500, 1098)
    expect(await mismatches()).toEqual([])
    await work()
    await end(500, 'process')
    expect([await mismatches(), await paymentStatus()]).toEqual([[], 'Refunded'])
  })

  test('of an order that lives, what was promised', async () => {
    const { sendBack, end } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await sendBack(500, 0)
    await sendBack(300, 500)
    await work()
    await end(500, 'fail')
    expect(await mismatches()).toEqual([['refund failed', 500]])
    await end(300, 'fail')
    expect(await mismatches()).toEqual([['refund failed', 800]])
    await sendBack(500, 0)
    expect(await mismatches()).toEqual([['refund failed', 300]])
    await work()
    await end(500, 'fail')
    await sendBack(800, 0)
    expect(await mismatches()).toEqual([])
  })
})

describe("a refund made on the provider's own page", () => {
  const there = { reason: "made on the provider's own page", askedBy: null, status: 'processed' }

  test('is found when the shop asks for too much; then what is left goes back', async () => {
    const { sendBackThere, cancel, refunds, paymentStatus, sentBack } = await payOrder()
    await sendBackThere(500)
    await cancel()
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([
      { amount: 1098, reason: 'cancelled', status: 'processed' },
      { ...there, amount: 500 },
    ])
    expect([await paymentStatus(), await sentBack(), await mismatches()]).toEqual(['Refunded', [50_000, 109_800], []])
  })

  test('is found by one of two servers, and what the other hears late changes nothing', async () => {
    const { sendBackThere, cancel, refunds, sentBack } = await payOrder()
    await cancel()
    const { second, answer } = await startSecond(() => ({ id: 'rfnd_of_a_late_answer', status: 'processed', amount: 159_800 }))
    await sendBackThere(500)
    await work({ times: 2 })
    const before = await refunds()
    answer()
    await second
    expect(await refunds()).toEqual(before)
    expect(await sentBack()).toEqual([50_000, 109_800])
  })

  test('leaves nothing to ask for when it was the whole', async () => {
    const { sendBackThere, cancel, refunds, paymentStatus, sentBack } = await payOrder()
    await sendBackThere(1598)
    await cancel()
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([{ status: 'failed' }, { ...there, amount: 1598 }])
    expect([await paymentStatus(), await sentBack(), await mismatches()]).toEqual(['Refunded', [159_800], []])
  })

  test('may leave less than can be sent back, and that is the end of it', async () => {
    const { sendBackThere, cancel, paymentStatus, sentBack } = await payOrder()
    await sendBackThere(1597.5)
    await cancel()
    await work({ times: 2 })
    expect([await paymentStatus(), await sentBack(), await mismatches()]).toEqual(['Refunded', [159_750], []])
  })

  test('makes no mismatch of a part that the shop was refused', async () => {
    const { sendBackThere, sendBack, refunds } = await payOrder()
    await sendBackThere(1598)
    await sendBack(500, 0)
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([
      { amount: 500, status: 'failed' },
      { ...there, amount: 1598 },
    ])
    expect(await mismatches()).toEqual([])
  })

  test('is learned from its message, and then no more than what is left is asked for', async () => {
    const { sendBackThere, tell, cancel, refunds, paymentStatus } = await payOrder()
    await sendBackThere(500)
    await tell()
    await tell()
    expect(await refunds()).toMatchObject([{ ...there, amount: 500 }])
    await cancel()
    await work()
    expect(await refunds()).toMatchObject([{ amount: 500 }, { amount: 1098, status: 'processed' }])
    expect(await paymentStatus()).toBe('Refunded')
  })

  test('ends the mismatch that asked for it', async () => {
    const { cancel, sendBackThere, tell, paymentStatus } = await payOrder()
    await control('settings', { refund_balance: 0 })
    await cancel()
    await work({ times: 6 })
    expect(await mismatches()).toEqual([['refund failed', 1598]])
    await control('settings', { refund_balance: null })
    await sendBackThere(1598)
    await tell()
    expect([await mismatches(), await paymentStatus()]).toEqual([[], 'Refunded'])
  })

  test('is not what the shop asked for itself and had no answer to', async () => {
    const { cancel, tell, refunds, sentBack } = await payOrder()
    await cancel()
    await control('faults', { kind: 'drop', when: 'after', path: '/refund', method: 'POST' })
    await work()
    await control('faults', { kind: 'drop', path: '/refund', method: 'POST' })
    await tell()
    expect(await refunds()).toMatchObject([{ amount: 1598, reason: 'cancelled', status: 'processed' }])
    expect(await sentBack()).toEqual([159_800])
  })
})
