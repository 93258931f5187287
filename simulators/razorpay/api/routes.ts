import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TEXTS } from '../assumptions.ts'
import { findDispute } from '../disputes.ts'
import { createOrder, findOrder, listPaymentsOfOrder } from '../orders.ts'
import { captureByMerchant, findPayment } from '../payments.ts'
import { findRefund, refundByMerchant } from '../refunds.ts'
import { serializeCollection, serializeDispute, serializeOrder, serializePayment, serializeRefund } from '../serialize.ts'
import { selectSettled } from '../settlements.ts'
import type { SimulatorState } from '../state.ts'
import { authenticate } from './authenticate.ts'
import { createConflict } from './errors.ts'
import { installFaultInjection } from './fault-injection.ts'
import { selectCreated, selectPage, toFields } from './parse-fields.ts'

type WithId = { Params: { id: string } }

/** The key whose request each refund request has started. */
const startedKeys = new WeakMap<FastifyRequest, string>()

/** A 409 while an earlier request with the same key is not answered. */
function startRefundRequest({ state, request, key }: { state: SimulatorState; request: FastifyRequest; key: string }): void {
  if (state.refundKeysInProgress.has(key)) throw createConflict({ description: TEXTS.refundInProgress })
  state.refundKeysInProgress.add(key)
  startedKeys.set(request, key)
}

/** The merchant's API under `/v1`: orders, payments, refunds, disputes. Every call is authenticated with the key. */
export async function apiRoutes(app: FastifyInstance, { state }: { state: SimulatorState }): Promise<void> {
  installFaultInjection({ app, state })
  // After a delay of the reply.
  app.addHook('onSend', async (request) => {
    const key = startedKeys.get(request)
    if (key !== undefined) state.refundKeysInProgress.delete(key)
  })
  app.addHook('preHandler', async (request) => authenticate({ key: state.start.key, header: request.headers.authorization }))

  app.post('/orders', async (request) => serializeOrder({ order: createOrder({ state, fields: toFields(request.body) }) }))

  app.get('/orders', async (request) => {
    const query = toFields(request.query)
    const all = [...state.orders.values()].filter((order) => query.receipt === undefined || order.receipt === query.receipt)
    return serializeCollection({ items: selectPage({ all, query }).map((order) => serializeOrder({ order })) })
  })

  app.get<WithId>('/orders/:id', async (request) => serializeOrder({ order: findOrder({ state, id: request.params.id }) }))

  app.get<WithId>('/orders/:id/payments', async (request) => {
    const payments = listPaymentsOfOrder({ state, order: findOrder({ state, id: request.params.id }) })
    return serializeCollection({ items: payments.map((payment) => serializePayment({ payment })) })
  })

  app.get('/payments', async (request) => {
    const query = toFields(request.query)
    const all = selectCreated({ all: state.payments.values(), query })
    return serializeCollection({ items: selectPage({ all, query }).map((payment) => serializePayment({ payment })) })
  })

  app.get<WithId>('/payments/:id', async (request) => serializePayment({ payment: findPayment({ state, id: request.params.id }) }))

  app.post<WithId>('/payments/:id/capture', async (request) => {
    const payment = findPayment({ state, id: request.params.id })
    captureByMerchant({ state, payment, fields: toFields(request.body) })
    return serializePayment({ payment })
  })

  app.post<WithId>('/payments/:id/refund', async (request) => {
    const payment = findPayment({ state, id: request.params.id })
    const idempotencyKey = request.headers['x-refund-idempotency']?.toString()
    if (idempotencyKey !== undefined) startRefundRequest({ state, request, key: idempotencyKey })
    return serializeRefund({ refund: refundByMerchant({ state, payment, fields: toFields(request.body), idempotencyKey }) })
  })

  app.get<WithId>('/payments/:id/refunds', async (request) => {
    const payment = findPayment({ state, id: request.params.id })
    const all = [...state.refunds.values()].filter((refund) => refund.paymentId === payment.id)
    return serializeCollection({ items: selectPage({ all, query: toFields(request.query) }).map((refund) => serializeRefund({ refund })) })
  })

  app.get<{ Params: { id: string; refundId: string } }>('/payments/:id/refunds/:refundId', async (request) => {
    const payment = findPayment({ state, id: request.params.id })
    return serializeRefund({ refund: findRefund({ state, id: request.params.refundId, paymentId: payment.id }) })
  })

  app.get('/disputes', async (request) => {
    const all = [...state.disputes.values()]
    return serializeCollection({
      items: selectPage({ all, query: toFields(request.query) }).map((dispute) => serializeDispute({ dispute })),
    })
  })

  app.get<WithId>('/disputes/:id', async (request) => serializeDispute({ dispute: findDispute({ state, id: request.params.id }) }))

  app.get('/refunds', async (request) => {
    const query = toFields(request.query)
    const all = selectCreated({ all: state.refunds.values(), query })
    return serializeCollection({ items: selectPage({ all, query }).map((refund) => serializeRefund({ refund })) })
  })

  app.get('/settlements/recon/combined', async (request) => {
    const query = toFields(request.query)
    return serializeCollection({ items: selectSettled({ state, query }) })
  })

  app.get<WithId>('/refunds/:id', async (request) => serializeRefund({ refund: findRefund({ state, id: request.params.id }) }))
}
