import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { makeUnknownId } from '../api/errors.ts'
import type { Payment } from '../entities.ts'
import { findPayment } from '../payments.ts'
import { BANKS, TEST_CARDS, TEST_UPI_IDS } from '../test-instruments.ts'
import type { ApiKey, World } from '../world.ts'
import { checkSession } from './check-session.ts'
import { answerPayment, dismissPayment, judgeOtp, presentResult, startPayment } from './pay.ts'

const text = z.string().max(500)

const sessionBody = z.object({ key: text, order_id: text, amount: z.coerce.number().nullable() })

const instrument = z.discriminatedUnion('method', [
  z.object({ method: z.literal('card'), number: text }),
  z.object({ method: z.literal('upi'), vpa: text.nullable() }),
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

type OfPayment = { Params: { key: string; id: string } }

/** The calls that the checkout frame makes about the payment in it. They are the frame's own: no merchant uses them. */
export async function serveFrameCalls(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  function find({ params }: { params: { key: string; id: string } }): { key: ApiKey; payment: Payment } {
    const key = world.state.keys.get(params.key)
    if (!key) throw makeUnknownId()
    return { key, payment: findPayment({ world, accountId: key.accountId, id: params.id }) }
  }

  app.post('/session', async (request) => {
    const asked = sessionBody.parse(request.body)
    const { order } = checkSession({ world, asked: { key: asked.key, orderId: asked.order_id, amount: asked.amount } })
    return {
      order: { id: order.id, amount: order.amount, currency: order.currency },
      banks: BANKS,
      test_cards: TEST_CARDS,
      test_upi_ids: Object.values(TEST_UPI_IDS),
    }
  })

  app.post('/payments', async (request) => {
    const body = paymentBody.parse(request.body)
    const { key, order } = checkSession({ world, asked: { key: body.key, orderId: body.order_id, amount: body.amount } })
    const buyer = { email: body.email, contact: body.contact, description: body.description, notes: body.notes }
    const payment = startPayment({ world, order, instrument: body.instrument, buyer })
    // A request to a UPI ID needs no mock bank page: the test IDs answer by themselves.
    if (payment.upiFlow === 'collect') answerPayment({ world, payment, decision: 'success' })
    return { payment_id: payment.id, ...presentResult({ payment, key }) }
  })

  app.get<OfPayment>('/payments/:key/:id', async (request) => presentResult(find(request)))

  app.post<OfPayment>('/payments/:key/:id/answer', async (request) => {
    const { key, payment } = find(request)
    const body = answerBody.parse(request.body)
    answerPayment({ world, payment, decision: 'otp' in body ? judgeOtp({ otp: body.otp }) : body.decision })
    return presentResult({ payment, key })
  })

  app.post<OfPayment>('/payments/:key/:id/dismiss', async (request) => {
    dismissPayment({ world, payment: find(request).payment })
    return { dismissed: true }
  })
}
