import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { makeUnknownId } from '../api/errors.ts'
import { answerPayment, presentResult, startPayment } from '../checkout/pay.ts'
import type { Payment, Refund } from '../entities.ts'
import { refuseUnpayable } from '../orders.ts'
import { authorizePayment } from '../payments.ts'
import { presentOrder, presentPayment, presentRefund } from '../present.ts'
import { failRefund, processRefund, slowRefund } from '../refunds.ts'
import { PROBLEM_NAMES, PROBLEMS, TEST_UPI_IDS } from '../test-instruments.ts'
import { addKey, resetWorld, type World } from '../world.ts'

const problemName = z.enum(PROBLEM_NAMES as [keyof typeof PROBLEMS, ...(keyof typeof PROBLEMS)[]])

const clockBody = z.strictObject({ advance_seconds: z.number().min(0).default(0), mode: z.enum(['manual', 'real']).optional() })

const keyBody = z.strictObject({ key_id: z.string(), key_secret: z.string(), account_id: z.string().optional() })

const settingsBody = z.strictObject({
  capture: z
    .strictObject({
      mode: z.enum(['automatic', 'manual']),
      automatic_expiry_minutes: z.int().min(0).default(4320),
      manual_expiry_minutes: z.int().min(0).default(4320),
    })
    .optional(),
  unique_receipts: z.boolean().optional(),
  refund_processing: z.enum(['processed', 'pending']).optional(),
  refund_balance: z.int().nullable().optional(),
  webhook_timeout_ms: z.int().positive().optional(),
})

const outcomeBody = z.strictObject({
  outcome: z.enum(['success', 'failure', 'no_answer', 'late_success']),
  reason: problemName.optional(),
  browser_is_told: z.boolean().default(true),
  late_by_seconds: z.number().min(0).default(3600),
  times: z.int().positive().default(1),
})

const payBody = z.strictObject({
  order_id: z.string(),
  method: z.enum(['card', 'upi', 'netbanking']).default('card'),
  card_number: z.string().default('4100280000001007'),
  vpa: z.string().nullable().default(TEST_UPI_IDS.success),
  bank: z.string().default('HDFC'),
  email: z.string().nullable().default('asha@example.com'),
  contact: z.string().nullable().default('+919876543210'),
  decision: z.enum(['success', 'failure', 'none']).default('success'),
})

const faultBody = z.strictObject({
  kind: z.enum(['status', 'html', 'drop', 'delay']),
  when: z.enum(['before', 'after']).default('before'),
  method: z.enum(['GET', 'POST', 'PATCH']).nullable().default(null),
  path: z.string().nullable().default(null),
  status: z.int().min(400).max(599).default(503),
  seconds: z.number().min(0).default(30),
  times: z.int().positive().default(1),
})

type WithId = { Params: { id: string } }

/** The levers of a test: time, outcomes, faults, and payments without a browser. Nothing of this exists at Razorpay. */
export async function serveControls(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  app.post('/reset', async () => {
    resetWorld({ world })
    return { reset: true }
  })

  app.get('/state', async () => presentState({ world }))

  app.post('/clock', async (request) => {
    const { advance_seconds, mode } = clockBody.parse(request.body)
    if (mode) world.clock.setMode({ mode })
    await world.clock.advance({ seconds: advance_seconds })
    return { mode: world.clock.mode, now: world.clock.seconds() }
  })

  app.post('/keys', async (request) => {
    const { key_id, key_secret, account_id } = keyBody.parse(request.body)
    const key = addKey({ state: world.state, keyId: key_id, keySecret: key_secret, accountId: account_id })
    return { key_id: key.keyId, account_id: key.accountId }
  })

  app.post('/settings', async (request) => {
    const { capture, unique_receipts, refund_processing, refund_balance, webhook_timeout_ms } = settingsBody.parse(request.body)
    const { settings } = world.state
    if (capture)
      settings.capture = {
        mode: capture.mode,
        automaticExpiryMinutes: capture.automatic_expiry_minutes,
        manualExpiryMinutes: capture.manual_expiry_minutes,
      }
    if (unique_receipts !== undefined) settings.uniqueReceipts = unique_receipts
    if (refund_processing !== undefined) settings.refundProcessing = refund_processing
    if (refund_balance !== undefined) settings.refundBalance = refund_balance
    if (webhook_timeout_ms !== undefined) settings.webhookTimeoutMs = webhook_timeout_ms
    return settings
  })

  app.post('/next-outcome', async (request) => {
    const { outcome, reason, browser_is_told, late_by_seconds, times } = outcomeBody.parse(request.body)
    const plan = { outcome, problem: reason ? PROBLEMS[reason] : null, browserIsTold: browser_is_told, lateBySeconds: late_by_seconds }
    world.state.plans.push({ plan, left: times })
    return { planned: times }
  })

  app.post('/faults', async (request) => {
    const { times, ...rule } = faultBody.parse(request.body)
    world.state.faultRules.push({ ...rule, left: times })
    return { rules: world.state.faultRules }
  })

  app.delete('/faults', async () => {
    world.state.faultRules.length = 0
    return { rules: [] }
  })

  app.post('/payments', async (request) => {
    const body = payBody.parse(request.body)
    const order = world.state.orders.get(body.order_id)
    if (!order) throw makeUnknownId()
    refuseUnpayable({ world, order })
    const instrument = {
      card: { method: 'card' as const, number: body.card_number },
      upi: { method: 'upi' as const, vpa: body.vpa },
      netbanking: { method: 'netbanking' as const, bank: body.bank },
    }[body.method]
    const payment = startPayment({
      world,
      order,
      instrument,
      buyer: { email: body.email, contact: body.contact, description: null, notes: {} },
    })
    if (body.decision !== 'none') answerPayment({ world, payment, decision: body.decision })
    return presentForTest({ world, payment })
  })

  app.get<WithId>('/payments/:id', async (request) => presentForTest({ world, payment: getPayment({ world, id: request.params.id }) }))

  app.post<WithId>('/payments/:id/answer', async (request) => {
    const { decision } = z.strictObject({ decision: z.enum(['success', 'failure']) }).parse(request.body)
    const payment = getPayment({ world, id: request.params.id })
    answerPayment({ world, payment, decision })
    return presentForTest({ world, payment })
  })

  app.post<WithId>('/payments/:id/late-authorize', async (request) => {
    const payment = getPayment({ world, id: request.params.id })
    authorizePayment({ world, payment })
    return presentForTest({ world, payment })
  })

  const refundSteps = { process: processRefund, fail: failRefund, slow: slowRefund }
  for (const [step, run] of Object.entries(refundSteps)) {
    app.post<WithId>(`/refunds/:id/${step}`, async (request) => {
      const refund = getRefund({ world, id: request.params.id })
      run({ world, refund })
      return presentRefund({ refund })
    })
  }
}

function getPayment({ world, id }: { world: World; id: string }): Payment {
  const payment = world.state.payments.get(id)
  if (!payment) throw makeUnknownId()
  return payment
}

function getRefund({ world, id }: { world: World; id: string }): Refund {
  const refund = world.state.refunds.get(id)
  if (!refund) throw makeUnknownId()
  return refund
}

/** The payment, and what a browser would be handed: the three fields of the handler, or the error of the callback. */
function presentForTest({ world, payment }: { world: World; payment: Payment }) {
  const key = [...world.state.keys.values()].find((candidate) => candidate.accountId === payment.accountId)
  return { payment: presentPayment({ payment, expandCard: true }), browser: key ? presentResult({ payment, key }) : null }
}

function presentState({ world }: { world: World }) {
  const { state, clock } = world
  return {
    clock: { mode: clock.mode, now: clock.seconds() },
    keys: [...state.keys.values()].map((key) => ({ key_id: key.keyId, account_id: key.accountId })),
    settings: state.settings,
    orders: [...state.orders.values()].map((order) => presentOrder({ order })),
    payments: [...state.payments.values()].map((payment) => presentPayment({ payment })),
    refunds: [...state.refunds.values()].map((refund) => presentRefund({ refund })),
  }
}
