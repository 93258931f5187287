import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/money.ts'
import { makeRefundsDue, sendWebhook, startCheckout, startProvider } from '#testing/card-checkout.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { type Gateway, GatewayError, type GatewayRefund } from './gateway.ts'
import { runPaymentMaintenance } from './run-payment-maintenance.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const { gateway, control } = provider
const { request, database } = await createTestApp({ gateway })
const { cookies: admin } = await signInAdministrator({ request, database })

afterEach(async () => {
  await fetch(`${provider.url}/_simulator/faults`, { method: 'DELETE' })
  await control('settings', { refund_processing: 'processed', refund_balance: null })
  // Open refunds would be processed in the next test.
  await database.deleteFrom('refunds').execute()
})

/** A paid card order of ₹1,598. */
async function payOrder() {
  const checkout = await startCheckout({ request, database, provider })
  const { browser, payment } = await checkout.pay()
  const { order } = (await checkout.verify(browser.response)).json()
  return {
    cancel: () => request('POST', `/order/${order._id}/cancel`, { cookies: checkout.cookies }),
    refund: (amount: number, refunded: number) =>
      request('POST', `/order/admin/${order._id}/refund`, { cookies: admin, body: { amount, refunded, reason: 'Returned' } }),
    refunds: async () => (await request('GET', `/order/admin/${order._id}/payment`, { cookies: admin })).json().payment.refunds,
    /** the provider processes or fails the pending refund of this many rupees */
    settle: async (amount: number, outcome: 'process' | 'fail') => {
      const { provider_refund_id: id } = await database
        .selectFrom('refunds')
        .select('provider_refund_id')
        .where('amount_paise', '=', toPaise(amount))
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
      await control(`refunds/${id}/${outcome}`, {})
      await work()
    },
    paymentStatus: async () => (await checkout.orders())[0].paymentStatus,
    /** the owner refunds this many rupees in the provider's dashboard */
    refundInDashboard: (amount: number) => gateway.refund({ paymentId: payment.id, amount: toPaise(amount), key: randomUUID() }),
    /** the provider sends a webhook about a refund of this payment */
    receiveWebhook: async () => {
      await sendWebhook({ request, orderId: checkout.orderId, event: 'refund.processed' })
      await work()
    },
    /** the amounts of the refunds at the provider, in paise */
    providerRefunds: async () =>
      (await control<{ refunds: { payment_id: string; amount: number }[] }>('state')).refunds
        .filter((refund) => refund.payment_id === payment.id)
        .map(({ amount }) => amount),
  }
}

/** Makes all open refunds due and processes them, `times` times. */
async function work({ times = 1, by = gateway }: { times?: number; by?: Gateway } = {}): Promise<void> {
  for (let run = 0; run < times; run += 1) {
    await makeRefundsDue({ database })
    await runPaymentMaintenance({ database, gateway: by })
  }
}

describe.each([401, 408, 409, 429])('a provider that answers %d', (status) => {
  test('receives the refund again until it accepts, and refunds once', async () => {
    const { cancel, refunds, paymentStatus, providerRefunds } = await payOrder()
    await cancel()
    await control('faults', { kind: 'status', status, path: '/refund', method: 'POST', times: 8 })
    await work({ times: 8 })
    expect(await refunds()).toMatchObject([{ status: 'asked' }])
    await work()
    expect(await refunds()).toMatchObject([{ status: 'processed' }])
    expect([await paymentStatus(), await providerRefunds()]).toEqual(['Refunded', [159_800]])
  })

  test('does not end a pending refund', async () => {
    const { cancel, refunds } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await cancel()
    await work({ times: 8 })
    await control('faults', { kind: 'status', status, path: '/refunds/', method: 'GET' })
    await work()
    expect(await refunds()).toMatchObject([{ status: 'pending' }])
  })
})

test('a rejected status query does not end a pending refund', async () => {
  const { cancel, refunds } = await payOrder()
  await control('settings', { refund_processing: 'pending' })
  await cancel()
  await work()
  await control('faults', { kind: 'status', status: 400, path: '/refunds/', method: 'GET', times: 8 })
  await work({ times: 8 })
  expect(await refunds()).toMatchObject([{ status: 'pending' }])
})

test('a rejected refund is retried for three days and listed from the sixth rejection on; missing answers do not count', async () => {
  const { cancel, refunds } = await payOrder()
  await cancel()
  await control('faults', { kind: 'drop', path: '/refund', method: 'POST', times: 8 })
  await work({ times: 8 })
  await control('settings', { refund_balance: 0 })
  await work({ times: 5 })
  expect([await refunds(), await listDiscrepancies()]).toMatchObject([[{ status: 'asked' }], []])
  await work({ times: 7 })
  expect([await refunds(), await listDiscrepancies()]).toMatchObject([[{ status: 'asked' }], [['refund rejected', 1598]]])
  const { next_attempt_at } = await database.selectFrom('refunds').select('next_attempt_at').executeTakeFirstOrThrow()
  expect(next_attempt_at.getTime() - Date.now()).toBeGreaterThan(5 * 3_600_000)
  const [listed] = (await request('GET', '/payments/mismatches', { cookies: admin })).json().mismatches
  expect(listed.words).toContain('Your account does not have enough balance to carry out the refund operation.')
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000)
  await database.updateTable('refunds').set({ created_at: threeDaysAgo }).execute()
  await work()
  expect(await refunds()).toMatchObject([{ status: 'failed', settledAt: expect.any(String) }])
  expect(await listDiscrepancies()).toEqual([['refund failed', 1598]])
})

test('a refund that was rejected for low balance is sent when there is enough', async () => {
  const { cancel, refunds, paymentStatus } = await payOrder()
  await control('settings', { refund_balance: 0 })
  await cancel()
  await work({ times: 8 })
  await control('settings', { refund_balance: 200_000 })
  await work()
  expect([await refunds(), await listDiscrepancies(), await paymentStatus()]).toMatchObject([[{ status: 'processed' }], [], 'Refunded'])
})

/** A second server processes the same refunds, and the provider answers it late. */
async function startSecondServer(getAnswer: () => GatewayRefund) {
  const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowGateway: Gateway = {
    ...gateway,
    async refund() {
      requested.resolve()
      await answered.promise
      return getAnswer()
    },
  }
  const second = work({ by: slowGateway })
  await requested.promise
  return { second, answer: () => answered.resolve() }
}

test.each([
  ['processed', 'is rejected', 'processed'],
  ['pending', 'is rejected', 'pending'],
  ['processed', 'is answered late', 'processed'],
] as const)('after one server has recorded "%s", a second one whose request %s changes nothing', async (first, late, status) => {
  const { cancel, refunds, providerRefunds } = await payOrder()
  await cancel()
  await database.updateTable('refunds').set({ rejections: 5 }).where('status', '=', 'requested').execute()
  await control('settings', { refund_processing: first })
  const { second, answer } = await startSecondServer(() => {
    if (late === 'is rejected') throw new GatewayError({ kind: 'rejected', message: 'The payment has been fully refunded already' })
    return { id: 'rfnd_of_a_late_answer', status: 'pending', amount: 159_800 }
  })
  await work()
  const before = await refunds()
  expect(before).toMatchObject([{ status }])
  answer()
  await second
  expect(await refunds()).toEqual(before)
  expect(await providerRefunds()).toEqual([159_800])
})

const listDiscrepancies = async () =>
  (await request('GET', '/payments/mismatches', { cookies: admin }))
    .json()
    .mismatches.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])

describe('a failed refund is a discrepancy until its money is refunded', () => {
  test('of a cancelled order the whole payment is owed, after several refunds too', async () => {
    const { refund, cancel, settle, paymentStatus } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await refund(500, 0)
    await work()
    await cancel()
    await work()
    await settle(1098, 'process')
    await settle(500, 'fail')
    expect([await listDiscrepancies(), await paymentStatus()]).toEqual([[['refund failed', 500]], 'Paid'])
    await refund(500, 1098)
    expect(await listDiscrepancies()).toEqual([])
    await work()
    await settle(500, 'process')
    expect([await listDiscrepancies(), await paymentStatus()]).toEqual([[], 'Refunded'])
  })

  test('of a live order the requested amount is owed', async () => {
    const { refund, settle } = await payOrder()
    await control('settings', { refund_processing: 'pending' })
    await refund(500, 0)
    await refund(300, 500)
    await work()
    await settle(500, 'fail')
    expect(await listDiscrepancies()).toEqual([['refund failed', 500]])
    await settle(300, 'fail')
    expect(await listDiscrepancies()).toEqual([['refund failed', 800]])
    await refund(500, 0)
    expect(await listDiscrepancies()).toEqual([['refund failed', 300]])
    await work()
    await settle(500, 'fail')
    await refund(800, 0)
    expect(await listDiscrepancies()).toEqual([])
  })
})

describe("a refund in the provider's dashboard", () => {
  const madeInDashboard = { reason: "refunded in the provider's dashboard", askedBy: null, status: 'processed' }

  test('is found when the shop requests too much, and the rest is refunded', async () => {
    const { refundInDashboard, cancel, refunds, paymentStatus, providerRefunds } = await payOrder()
    await refundInDashboard(500)
    await cancel()
    const [requested] = await refunds()
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([
      { ...madeInDashboard, amount: 500 },
      { amount: 1098, reason: 'cancelled', status: 'processed' },
    ])
    const { replaced_by, ...kept } = await database
      .selectFrom('refunds')
      .select(['status', 'amount_paise', 'replaced_by'])
      .where('id', '=', requested._id)
      .executeTakeFirstOrThrow()
    expect([kept, replaced_by]).toEqual([{ status: 'failed', amount_paise: 159_800 }, (await refunds())[1]._id])
    expect([await paymentStatus(), await providerRefunds(), await listDiscrepancies()]).toEqual(['Refunded', [50_000, 109_800], []])
  })

  test('is found by one of two servers, and a late answer to the other changes nothing', async () => {
    const { refundInDashboard, cancel, refunds, providerRefunds } = await payOrder()
    await cancel()
    const { second, answer } = await startSecondServer(() => ({ id: 'rfnd_of_a_late_answer', status: 'processed', amount: 159_800 }))
    await refundInDashboard(500)
    await work({ times: 2 })
    const before = await refunds()
    answer()
    await second
    expect(await refunds()).toEqual(before)
    expect(await providerRefunds()).toEqual([50_000, 109_800])
  })

  test('leaves nothing to refund when it was the whole amount', async () => {
    const { refundInDashboard, cancel, refunds, paymentStatus, providerRefunds } = await payOrder()
    await refundInDashboard(1598)
    await cancel()
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([{ status: 'failed' }, { ...madeInDashboard, amount: 1598 }])
    expect([await paymentStatus(), await providerRefunds(), await listDiscrepancies()]).toEqual(['Refunded', [159_800], []])
  })

  test('may leave less than the smallest refund, which stays', async () => {
    const { refundInDashboard, cancel, paymentStatus, providerRefunds } = await payOrder()
    await refundInDashboard(1597.5)
    await cancel()
    await work({ times: 2 })
    expect([await paymentStatus(), await providerRefunds(), await listDiscrepancies()]).toEqual(['Refunded', [159_750], []])
  })

  test('makes no discrepancy of a partial refund that was rejected', async () => {
    const { refundInDashboard, refund, refunds } = await payOrder()
    await refundInDashboard(1598)
    await refund(500, 0)
    await work({ times: 2 })
    expect(await refunds()).toMatchObject([
      { amount: 500, status: 'failed' },
      { ...madeInDashboard, amount: 1598 },
    ])
    expect(await listDiscrepancies()).toEqual([])
  })

  test('is found through its webhook, and only the rest is refunded', async () => {
    const { refundInDashboard, receiveWebhook, cancel, refunds, paymentStatus } = await payOrder()
    await refundInDashboard(500)
    await receiveWebhook()
    await receiveWebhook()
    expect(await refunds()).toMatchObject([{ ...madeInDashboard, amount: 500 }])
    await cancel()
    await work()
    expect(await refunds()).toMatchObject([{ amount: 500 }, { amount: 1098, status: 'processed' }])
    expect(await paymentStatus()).toBe('Refunded')
  })

  test('ends the discrepancy of the failed refund', async () => {
    const { cancel, refundInDashboard, receiveWebhook, paymentStatus } = await payOrder()
    await control('settings', { refund_balance: 0 })
    await cancel()
    await work({ times: 6 })
    expect(await listDiscrepancies()).toEqual([['refund rejected', 1598]])
    await control('settings', { refund_balance: null })
    await refundInDashboard(1598)
    await receiveWebhook()
    expect([await listDiscrepancies(), await paymentStatus()]).toEqual([[], 'Refunded'])
  })

  test('is told apart from a refund of the shop whose answer was lost', async () => {
    const { cancel, receiveWebhook, refunds, providerRefunds } = await payOrder()
    await cancel()
    await control('faults', { kind: 'drop', when: 'after', path: '/refund', method: 'POST' })
    await work()
    await control('faults', { kind: 'drop', path: '/refund', method: 'POST' })
    await receiveWebhook()
    expect(await refunds()).toMatchObject([{ amount: 1598, reason: 'cancelled', status: 'processed' }])
    expect(await providerRefunds()).toEqual([159_800])
  })
})
