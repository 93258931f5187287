import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorAnswer, type FakeAnswer, fakeApi } from '../../api/fake-api.ts'
import type { WindowResult } from './payment-window.ts'
import { type PaymentCalls, settlePayment } from './settle-payment.ts'
import { createPaymentCalls, getResultPage } from './use-card-payment.ts'

const success: WindowResult = {
  success: { razorpay_order_id: 'order_1', razorpay_payment_id: 'pay_1', razorpay_signature: 'signature' },
}
const dismissed = (reason?: string): WindowResult => ({ success: undefined, reason })
const verified = { message: 'Payment verified.', order: {} }
const status = (outcome: 'open' | 'failed' | 'paid' | 'refunded', message: string | null = null) => ({
  status: outcome,
  message,
  paymentId: outcome === 'paid' ? 'pay_1' : null,
  order: null,
})

/** Settles a payment against these answers, in order; the last one repeats. Time passes as fast as needed. */
async function settle({
  result,
  verify = verified,
  statuses = [status('open')],
  onStall = async () => {},
}: {
  result: WindowResult | undefined
  verify?: FakeAnswer
  statuses?: FakeAnswer[]
  onStall?: () => Promise<void>
}) {
  const remaining = [...statuses]
  const calls = fakeApi({
    'POST /order/verify-payment': () => verify,
    'GET /order/payment/:id': () => (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? 'offline',
  })
  const onWait = vi.fn()
  const controller = new AbortController()
  const settled = settlePayment({ calls: createPaymentCalls('order_1'), result, poll: { onWait, onStall, signal: controller.signal } })
  // Handled here already, so that a rejection while time passes is not reported as unhandled.
  settled.catch(() => {})
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  return { payment: await settled, calls, onWait }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('after success in the window', () => {
  test('a verified payment is paid', async () => {
    const { payment, calls } = await settle({ result: success })
    expect(payment).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
    expect(calls.map(({ route }) => route)).toEqual(['POST /order/verify-payment'])
  })

  test.each<[string, FakeAnswer]>([
    ['no answer', 'offline'],
    ['a server fault', errorAnswer({ status: 503 })],
    ['a rate limit', errorAnswer({ status: 429, code: 'too_many_requests' })],
  ])('%s is polled until the payment is paid', async (_, verify) => {
    const statuses = [status('open'), 'offline' as const, status('failed'), status('paid')]
    const { payment, calls, onWait } = await settle({ result: success, verify, statuses })
    expect(payment).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
    expect(calls).toHaveLength(5)
    expect(onWait).toHaveBeenCalled()
  })

  test.each<[string, FakeAnswer]>([
    ['a page of a proxy', new Response('<html>Sign in to this network</html>', { status: 403 })],
    ['a page instead of JSON', new Response('<html></html>')],
    ['an answer that never comes', 'never'],
    ['an error of the page', 'error'],
  ])('%s to verification and status is polled until the payment is paid', async (_, answer) => {
    const statuses = [answer, answer, status('paid')]
    expect((await settle({ result: success, verify: answer, statuses })).payment).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
    expect((await settle({ result: dismissed(), statuses })).payment).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
  })

  test('an error of the page in both calls is no failure', async () => {
    const fail = () => {
      throw new TypeError('AbortSignal.any is not a function')
    }
    const answers = [fail, fail, () => Promise.resolve(status('paid'))]
    const calls = { verify: fail, fetchStatus: () => (answers.shift() ?? fail)() } as unknown as PaymentCalls
    const poll = { onWait: () => {}, onStall: async () => {}, signal: new AbortController().signal }
    const settled = settlePayment({ calls, result: success, poll })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await settled).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
  })

  test('a rejected signature of a payment that the provider has is paid', async () => {
    const verify = errorAnswer({ status: 400, code: 'verification_failed' })
    expect((await settle({ result: success, verify, statuses: [status('paid')] })).payment.outcome).toBe('paid')
  })

  test('a window that was lost with its document is asked about until the payment is there', async () => {
    const { payment, calls } = await settle({ result: undefined, statuses: [status('open'), status('failed'), status('paid')] })
    expect(payment).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
    expect(calls).toHaveLength(3)
  })

  test('a refund while polling is told with the server’s text', async () => {
    const { payment } = await settle({ result: success, verify: 'offline', statuses: [status('refunded', 'Paid too late.')] })
    expect(payment).toEqual({ outcome: 'refunded', message: 'Paid too late.' })
  })

  test('a refund at verification is told with the server’s text', async () => {
    const verify = errorAnswer({ status: 409, code: 'payment_refunded', message: 'Paid too late.' })
    expect((await settle({ result: success, verify })).payment).toEqual({ outcome: 'refunded', message: 'Paid too late.' })
  })

  test('a wrong signature is an unverified payment', async () => {
    const verify = errorAnswer({ status: 400, code: 'verification_failed' })
    expect((await settle({ result: success, verify })).payment).toEqual({ outcome: 'unverified' })
  })

  test('an ended session throws', async () => {
    await expect(settle({ result: success, verify: errorAnswer({ status: 401 }) })).rejects.toMatchObject({ status: 401 })
  })

  test('after a minute without a result the shopper is asked, and polling goes on', async () => {
    const onStall = vi.fn(async () => {})
    const statuses = [...Array.from({ length: 40 }, () => status('open')), status('paid')]
    const { payment } = await settle({ result: success, verify: 'offline', statuses, onStall })
    expect(onStall).toHaveBeenCalled()
    expect(payment.outcome).toBe('paid')
  })
})

describe('after the window was closed', () => {
  test('a payment that arrived anyway is paid, also after a failed attempt', async () => {
    for (const reason of [undefined, 'Declined.']) {
      const { payment } = await settle({ result: dismissed(reason), statuses: [status('paid')] })
      expect(payment).toEqual({ outcome: 'paid', paymentId: 'pay_1' })
    }
  })

  test('without a payment and without a failed attempt it is cancelled', async () => {
    for (const outcome of ['open', 'failed'] as const) {
      const { payment } = await settle({ result: dismissed(), statuses: [status(outcome)] })
      expect(payment).toEqual({ outcome: 'cancelled' })
    }
  })

  test('without a payment after a failed attempt it has failed, with the bank’s reason', async () => {
    const { payment } = await settle({ result: dismissed('Declined.'), statuses: [status('failed')] })
    expect(payment).toEqual({ outcome: 'failed', reason: 'Declined.' })
  })

  test('a failed attempt without a reason has failed too', async () => {
    expect((await settle({ result: dismissed('') })).payment).toEqual({ outcome: 'failed', reason: undefined })
  })

  test('the status is polled until there is an answer', async () => {
    const { payment } = await settle({ result: dismissed(), statuses: ['offline', errorAnswer({ status: 500 }), status('paid')] })
    expect(payment.outcome).toBe('paid')
  })
})

test('leaving the page stops polling', async () => {
  const calls = fakeApi({ 'GET /order/payment/:id': () => 'offline' })
  const controller = new AbortController()
  const poll = { onWait: () => {}, onStall: async () => {}, signal: controller.signal }
  const settled = settlePayment({ calls: createPaymentCalls('order_1'), result: dismissed(), poll })
  const rejected = expect(settled).rejects.toBe('left')
  await vi.advanceTimersByTimeAsync(3_000)
  controller.abort('left')
  await rejected
  const count = calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toHaveLength(count)
})

test.each([
  [{ outcome: 'paid', paymentId: 'pay_1' }, '/UserDashboard/myOrders?status=success&payment_id=pay_1', { paidPaymentId: 'pay_1' }],
  [{ outcome: 'refunded', message: 'Late.' }, '/UserDashboard/PaymentFailure?status=failed', { refundMessage: 'Late.' }],
  [{ outcome: 'unverified' }, '/UserDashboard/PaymentFailure?status=failed', {}],
  [{ outcome: 'failed', reason: 'Declined.' }, '/order-summary?status=failed', { failureReason: 'Declined.' }],
  [{ outcome: 'cancelled' }, '/UserDashboard/PaymentCancelled?status=canceled', {}],
] as const)('the result page of %j', (payment, href, outcome) => {
  expect(getResultPage(payment)).toEqual({ href, outcome })
})
