import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/money.ts'
import { startCheckout, startProvider } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { type Gateway, GatewayProblem } from './gateway.ts'
import { workPayments } from './work.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway, pull } = provider
const { ask, database } = await createTestApp({ gateway })
const { cookies: admin } = await signInAdministrator({ ask, database })

afterEach(async () => {
  await fetch(`${provider.url}/_standin/faults`, { method: 'DELETE' })
  await pull('settings', { refund_processing: 'processed', refund_balance: null })
  // What is still on its way would be asked about in the next test.
  await database.deleteFrom('refunds').execute()
})

/** A card order that is paid: 1,598 rupees. */
async function payOrder() {
  const checkout = await startCheckout({ ask, database, provider })
  const { browser, payment } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json()
  return {
    cancel: () => ask('POST', `/order/${order._id}/cancel`, { cookies: checkout.cookies }),
    sendBack: (amount: number, refunded: number) =>
      ask('POST', `/order/admin/${order._id}/refund`, { cookies: admin, body: { amount, refunded, reason: 'Returned' } }),
    refunds: async () => (await ask('GET', `/order/admin/${order._id}/payment`, { cookies: admin })).json().payment.refunds,
    /** what becomes of the refund of so many rupees that is on its way */
    end: async (amount: number, how: 'process' | 'fail') => {
      const { provider_refund_id: id } = await database
        .selectFrom('refunds')
        .select('provider_refund_id')
        .where('amount_paise', '=', toPaise(amount))
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
      await pull(`refunds/${id}/${how}`, {})
      await work()
    },
    paymentStatus: async () => (await checkout.orders())[0].paymentStatus,
    /** what the provider has sent back, in paise */
    sentBack: async () =>
      (await pull<{ refunds: { payment_id: string; amount: number }[] }>('state')).refunds
        .filter((refund) => refund.payment_id === payment.id)
        .map(({ amount }) => amount),
  }
}

/** Every refund is due, again and again, as if its time had passed. */
async function work({ times = 1, by = gateway }: { times?: number; by?: Gateway } = {}): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await database
      .updateTable('refunds')
      .set({ next_try_at: new Date(0) })
      .where('status', 'in', ['asked', 'pending'])
      .execute()
    await workPayments({ database, gateway: by })
  }
}

describe.each([401, 408, 409, 429])('a provider that answers %d', (status) => {
  test('is asked until it says what happened, and refunds once', async () => {
    const { cancel, refunds, paymentStatus, sentBack } = await payOrder()
    await cancel()
    await pull('faults', { kind: 'status', status, path: '/refund', method: 'POST', times: 8 })
    await work({ times: 8 })
    expect(await refunds()).toMatchObject([{ status: 'asked' }])
    await work()
    expect(await refunds()).toMatchObject([{ status: 'processed' }])
    expect([await paymentStatus(), await sentBack()]).toEqual(['Refunded', [159_800]])
  })

  test('ends no refund that is on its way', async () => {
    const { cancel, refunds } = await payOrder()
    await pull('settings', { refund_processing: 'pending' })
    await cancel()
    await work({ times: 8 })
    await pull('faults', { kind: 'status', status, path: '/refunds/', method: 'GET' })
    await work()
    expect(await refunds()).toMatchObject([{ status: 'pending' }])
  })
})

test('a look that the provider refuses ends no refund either', async () => {
  const { cancel, refunds } = await payOrder()
  await pull('settings', { refund_processing: 'pending' })
  await cancel()
  await work()
  await pull('faults', { kind: 'status', status: 400, path: '/refunds/', method: 'GET', times: 8 })
  await work({ times: 8 })
  expect(await refunds()).toMatchObject([{ status: 'pending' }])
})

test('a refund that the provider refuses six times is given up; silences do not count', async () => {
  const { cancel, refunds } = await payOrder()
  await cancel()
  await pull('faults', { kind: 'drop', path: '/refund', method: 'POST', times: 8 })
  await work({ times: 8 })
  await pull('settings', { refund_balance: 0 })
  await work({ times: 5 })
  expect(await refunds()).toMatchObject([{ status: 'asked' }])
  await work()
  expect(await refunds()).toMatchObject([{ status: 'failed', settledAt: expect.any(String) }])
})

test.each([
  ['processed', 'rejects', 'processed'],
  ['pending', 'rejects', 'pending'],
  ['processed', 'answers late', 'processed'],
] as const)('of two servers, one hears "%s"; the other, to which the provider %s, changes nothing', async (first, slow, state) => {
  const { cancel, refunds, sentBack } = await payOrder()
  await cancel()
  await database.updateTable('refunds').set({ rejections: 5 }).where('status', '=', 'asked').execute()
  await pull('settings', { refund_processing: first })
  const asked = Promise.withResolvers<void>()
  const settled = Promise.withResolvers<void>()
  const slowly: Gateway = {
    ...gateway,
    async refund() {
      asked.resolve()
      await settled.promise
      if (slow === 'rejects') throw new GatewayProblem({ kind: 'rejected', message: 'The payment has been fully refunded already' })
      return { id: 'rfnd_of_a_late_answer', status: 'pending' }
    },
  }
  const second = work({ by: slowly })
  await asked.promise
  await work()
  const before = await refunds()
  expect(before).toMatchObject([{ status: state }])
  settled.resolve()
  await second
  expect(await refunds()).toEqual(before)
  expect(await sentBack()).toEqual([159_800])
})

describe('a refund that failed is a mismatch until the money that is owed is on its way', () => {
  const mismatches = async () =>
    (await ask('GET', '/payments/mismatches', { cookies: admin }))
      .json()
      .mismatches.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])

  test('of a cancelled order all of it is owed, whatever was asked for beside it', async () => {
    const { sendBack, cancel, end, paymentStatus } = await payOrder()
    await pull('settings', { refund_processing: 'pending' })
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
    await pull('settings', { refund_processing: 'pending' })
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
