import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answerPayment, serializeResult, startPayment } from '../checkout/pay.ts'
import { findDispute, openDispute, transitionDispute } from '../disputes.ts'
import type { Payment } from '../entities.ts'
import { findOrder } from '../orders.ts'
import { authorizePayment, findPayment } from '../payments.ts'
import { failRefund, findRefund, processRefund } from '../refunds.ts'
import { serializeDispute, serializeOrder, serializePayment, serializeRefund } from '../serialize.ts'
import { resetState, type SimulatorState } from '../state.ts'
import { PAYMENT_ERROR_NAMES, PAYMENT_ERRORS } from '../test-instruments.ts'

const clockBody = z.strictObject({ advance_seconds: z.number().min(0).default(0) })

const settingsBody = z.strictObject({
  refund_processing: z.enum(['processed', 'pending']).optional(),
  refund_balance: z.int().nullable().optional(),
})

const outcomeBody = z.strictObject({
  outcome: z.enum(['success', 'failure', 'no_answer', 'late_success']),
  reason: z.enum(PAYMENT_ERROR_NAMES).optional(),
  notify_browser: z.boolean().default(true),
  late_by_seconds: z.number().min(0).default(3600),
  times: z.int().positive().default(1),
})

const paymentBody = z.strictObject({
  order_id: z.string(),
  method: z.enum(['card', 'upi', 'netbanking']).default('card'),
  card_number: z.string().default('4100280000001007'),
  bank: z.string().default('HDFC'),
  email: z.string().nullable().default('asha@example.com'),
  contact: z.string().nullable().default('+919876543210'),
  decision: z.enum(['success', 'failure', 'none']).default('success'),
})

const faultBody = z.strictObject({
  kind: z.enum(['status', 'html', 'drop', 'delay']),
  when: z.enum(['before', 'after']).default('before'),
  method: z.enum(['GET', 'POST']).nullable().default(null),
  path: z.string().nullable().default(null),
  status: z.int().min(400).max(599).default(503),
  seconds: z.number().min(0).default(30),
  times: z.int().positive().default(1),
})

const disputeBody = z.strictObject({
  amount: z.int().min(100).optional(),
  reason_code: z.string().default('goods_or_services_not_received_or_partially_received'),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']).default('chargeback'),
})

const disputeStatusBody = z.strictObject({ status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']) })

type WithId = { Params: { id: string } }

/** The control API for tests: time, outcomes, faults, and payments without a browser. Razorpay has nothing like it. */
export async function controlRoutes(app: FastifyInstance, { state }: { state: SimulatorState }): Promise<void> {
  app.post('/reset', async () => {
    resetState({ state })
    return { reset: true }
  })

  app.get('/state', async () => ({
    clock: { mode: state.clock.mode, now: state.clock.seconds() },
    key_id: state.start.key.keyId,
    settings: state.settings,
    orders: [...state.orders.values()].map((order) => serializeOrder({ order })),
    payments: [...state.payments.values()].map((payment) => serializePayment({ payment })),
    refunds: [...state.refunds.values()].map((refund) => serializeRefund({ refund })),
    disputes: [...state.disputes.values()].map((dispute) => serializeDispute({ dispute })),
  }))

  app.post('/clock', async (request) => {
    await state.clock.advance({ seconds: clockBody.parse(request.body).advance_seconds })
    return { now: state.clock.seconds() }
  })

  app.post('/settings', async (request) => {
    const { refund_processing, refund_balance } = settingsBody.parse(request.body)
    if (refund_processing !== undefined) state.settings.refundProcessing = refund_processing
    if (refund_balance !== undefined) state.settings.refundBalance = refund_balance
    return state.settings
  })

  app.post('/next-outcome', async (request) => {
    const { outcome, reason, notify_browser, late_by_seconds, times } = outcomeBody.parse(request.body)
    const error = reason ? PAYMENT_ERRORS[reason] : null
    state.plannedOutcomes.push({
      outcome: { outcome, error, notifyBrowser: notify_browser, lateBySeconds: late_by_seconds },
      remaining: times,
    })
    return { planned: times }
  })

  app.post('/faults', async (request) => {
    const { times, ...rule } = faultBody.parse(request.body)
    state.faultRules.push({ ...rule, remaining: times })
    return { rules: state.faultRules }
  })

  app.delete('/faults', async () => {
    state.faultRules = []
    return { rules: [] }
  })

  app.post('/payments', async (request) => {
    const body = paymentBody.parse(request.body)
    const instrument = {
      card: { method: 'card' as const, number: body.card_number },
      upi: { method: 'upi' as const },
      netbanking: { method: 'netbanking' as const, bank: body.bank },
    }[body.method]
    const buyer = { email: body.email, contact: body.contact, description: null, notes: {} }
    const payment = startPayment({ state, order: findOrder({ state, id: body.order_id }), instrument, buyer })
    if (body.decision !== 'none') answerPayment({ state, payment, decision: body.decision })
    return serializeForTest({ state, payment })
  })

  app.get<WithId>('/payments/:id', async (request) => serializeForTest({ state, payment: findPayment({ state, id: request.params.id }) }))

  app.post<WithId>('/payments/:id/answer', async (request) => {
    const { decision } = z.strictObject({ decision: z.enum(['success', 'failure']) }).parse(request.body)
    const payment = findPayment({ state, id: request.params.id })
    answerPayment({ state, payment, decision })
    return serializeForTest({ state, payment })
  })

  app.post<WithId>('/payments/:id/late-authorize', async (request) => {
    const payment = findPayment({ state, id: request.params.id })
    authorizePayment({ state, payment })
    return serializeForTest({ state, payment })
  })

  app.post<WithId>('/payments/:id/dispute', async (request) => {
    const { amount, reason_code: reasonCode, phase } = disputeBody.parse(request.body)
    const payment = findPayment({ state, id: request.params.id })
    return serializeDispute({ dispute: openDispute({ state, payment, amount, reasonCode, phase }) })
  })

  app.post<WithId>('/disputes/:id', async (request) => {
    const { status: to } = disputeStatusBody.parse(request.body)
    const dispute = findDispute({ state, id: request.params.id })
    transitionDispute({ state, dispute, to })
    return serializeDispute({ dispute })
  })

  for (const [step, run] of Object.entries({ process: processRefund, fail: failRefund })) {
    app.post<WithId>(`/refunds/:id/${step}`, async (request) => {
      const refund = findRefund({ state, id: request.params.id })
      run({ state, refund })
      return serializeRefund({ refund })
    })
  }
}

/** The payment, and what a browser receives: the three fields of the handler, or the error of the callback. */
function serializeForTest({ state, payment }: { state: SimulatorState; payment: Payment }) {
  return { payment: serializePayment({ payment, expandCard: true }), browser: serializeResult({ state, payment }) }
}
