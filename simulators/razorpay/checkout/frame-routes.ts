import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createBadRequest, createUnauthorized } from '../api/errors.ts'
import { TEXTS } from '../assumptions.ts'
import type { Order } from '../entities.ts'
import { assertPayable, findOrder } from '../orders.ts'
import { findPayment } from '../payments.ts'
import type { SimulatorState } from '../state.ts'
import { BANKS, TEST_CARDS } from '../test-instruments.ts'
import { answerPayment, checkOtp, dismissPayment, serializeResult, startPayment } from './pay.ts'

const text = z.string().max(500)

const sessionBody = z.object({ key: text, order_id: text, amount: z.coerce.number().nullable() })

const instrument = z.discriminatedUnion('method', [
  z.object({ method: z.literal('card'), number: text }),
  z.object({ method: z.literal('upi'), vpa: z.null(TEXTS.upiCollectEnded).optional() }),
  z.object({ method: z.literal('netbanking'), bank: text }),
])

const paymentBody = sessionBody.extend({
  instrument,
  email: text.nullable(),
  contact: text.nullable(),
  description: text.nullable(),
  notes: z.record(z.string(), z.coerce.string()).default({}),
})

const answerBody = z.union([z.object({ decision: z.enum(['success', 'failure']) }), z.object({ otp: text })])

type WithId = { Params: { id: string } }

/** The calls that the checkout frame makes. Merchants do not use them. */
export async function frameRoutes(app: FastifyInstance, { state }: { state: SimulatorState }): Promise<void> {
  app.post('/session', async (request) => {
    const order = findPayableOrder({ state, session: sessionBody.parse(request.body) })
    return {
      order: { id: order.id, amount: order.amount, currency: order.currency },
      banks: BANKS,
      test_cards: TEST_CARDS,
    }
  })

  app.post('/payments', async (request) => {
    const body = paymentBody.parse(request.body)
    const order = findPayableOrder({ state, session: body })
    const buyer = { email: body.email, contact: body.contact, description: body.description, notes: body.notes }
    const payment = startPayment({ state, order, instrument: body.instrument, buyer })
    return { payment_id: payment.id, ...serializeResult({ state, payment }) }
  })

  app.get<WithId>('/payments/:id', async (request) => serializeResult({ state, payment: findPayment({ state, id: request.params.id }) }))

  app.post<WithId>('/payments/:id/answer', async (request) => {
    const payment = findPayment({ state, id: request.params.id })
    const body = answerBody.parse(request.body)
    answerPayment({ state, payment, decision: 'otp' in body ? checkOtp({ otp: body.otp }) : body.decision })
    return serializeResult({ state, payment })
  })

  app.post<WithId>('/payments/:id/dismiss', async (request) => {
    dismissPayment({ payment: findPayment({ state, id: request.params.id }) })
    return { dismissed: true }
  })
}

/** Throws for an unknown key, an unknown or unpayable order, and an amount that is not the order's. */
function findPayableOrder({ state, session }: { state: SimulatorState; session: z.output<typeof sessionBody> }): Order {
  if (session.key !== state.start.key.keyId) throw createUnauthorized({ description: 'The api key provided is invalid' })
  const order = findOrder({ state, id: session.order_id })
  if (session.amount !== null && session.amount !== order.amount)
    throw createBadRequest({ description: TEXTS.amountMismatch, field: 'amount' })
  assertPayable({ state, order })
  return order
}
