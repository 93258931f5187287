import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Order, Payment } from '../entities.ts'
import { createOrder, findOrder, listPaymentsOfOrder, updateOrderNotes } from '../orders.ts'
import { captureByMerchant, findPayment } from '../payments.ts'
import { presentCard, presentCollection, presentOrder, presentPayment, presentRefund } from '../present.ts'
import { findRefund, refundByMerchant } from '../refunds.ts'
import type { World } from '../world.ts'
import { authenticate } from './authenticate.ts'
import { makeBadRequest } from './errors.ts'
import { installFaults } from './faults.ts'
import { type Fields, readExpand, readFields, readNotes, readPage, refuseExtraFields, takePage } from './read-body.ts'

type WithId = { Params: { id: string } }

/** The merchant's API under `/v1`: orders, payments, refunds. Every call is signed in with a key. */
export async function serveApi(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  installFaults({ app, world })
  app.addHook('preHandler', async (request) => void identify(request))

  function identify(request: FastifyRequest): string {
    return authenticate({ world, header: request.headers.authorization }).accountId
  }

  function ownedBy<Item extends { readonly accountId: string }>({
    all,
    request,
  }: {
    all: Map<string, Item>
    request: FastifyRequest
  }): Item[] {
    const accountId = identify(request)
    return [...all.values()].filter((item) => item.accountId === accountId)
  }

  const readQuery = (request: FastifyRequest): Fields => readFields({ body: request.query })
  const getOrder = (request: FastifyRequest<WithId>) => findOrder({ world, accountId: identify(request), id: request.params.id })
  const getPayment = (request: FastifyRequest<WithId>) => findPayment({ world, accountId: identify(request), id: request.params.id })
  const getRefund = (request: FastifyRequest<WithId>) => findRefund({ world, accountId: identify(request), id: request.params.id })

  app.post('/orders', async (request) =>
    presentOrder({ order: createOrder({ world, accountId: identify(request), fields: readFields({ body: request.body }) }) }),
  )

  app.get('/orders', async (request) => {
    const query = readQuery(request)
    const expand = readExpand({ query })
    const all = ownedBy({ all: world.state.orders, request }).filter(
      (order) =>
        (query.receipt === undefined || order.receipt === query.receipt) &&
        (query.authorized === undefined || isAuthorized({ world, order }) === (query.authorized === '1')),
    )
    const items = takePage({ all, page: readPage({ query }) }).map((order) => expandOrder({ world, order, expand }))
    return presentCollection({ items })
  })

  app.get<WithId>('/orders/:id', async (request) =>
    expandOrder({ world, order: getOrder(request), expand: readExpand({ query: readQuery(request) }) }),
  )

  app.get<WithId>('/orders/:id/payments', async (request) => {
    const expandCard = readExpand({ query: readQuery(request) }).has('card')
    const payments = listPaymentsOfOrder({ world, order: getOrder(request) })
    return presentCollection({ items: payments.map((payment) => presentPayment({ payment, expandCard })) })
  })

  app.patch<WithId>('/orders/:id', async (request) => {
    const order = getOrder(request)
    updateOrderNotes({ order, fields: readFields({ body: request.body }) })
    return presentOrder({ order })
  })

  app.get('/payments', async (request) => {
    const query = readQuery(request)
    const expandCard = readExpand({ query }).has('card')
    const payments = takePage({ all: ownedBy({ all: world.state.payments, request }), page: readPage({ query }) })
    return presentCollection({ items: payments.map((payment) => presentPayment({ payment, expandCard })) })
  })

  app.get<WithId>('/payments/:id', async (request) =>
    presentPayment({ payment: getPayment(request), expandCard: readExpand({ query: readQuery(request) }).has('card') }),
  )

  app.get<WithId>('/payments/:id/card', async (request) => {
    const card = presentCard({ payment: getPayment(request) })
    if (!card) throw makeBadRequest({ description: 'The payment was not made with a card' })
    return card
  })

  app.patch<WithId>('/payments/:id', async (request) => {
    const payment = getPayment(request)
    changeNotes({ target: payment, fields: readFields({ body: request.body }) })
    return presentPayment({ payment })
  })

  app.post<WithId>('/payments/:id/capture', async (request) => {
    const payment = getPayment(request)
    captureByMerchant({ world, payment, fields: readFields({ body: request.body }) })
    return presentPayment({ payment })
  })

  app.post<WithId>('/payments/:id/refund', async (request) => {
    const key = request.headers['x-refund-idempotency']
    const idempotencyKey = Array.isArray(key) ? key[0] : key
    return presentRefund({
      refund: refundByMerchant({ world, payment: getPayment(request), fields: readFields({ body: request.body }), idempotencyKey }),
    })
  })

  app.get<WithId>('/payments/:id/refunds', async (request) => {
    const payment = getPayment(request)
    const all = [...world.state.refunds.values()].filter((refund) => refund.paymentId === payment.id)
    return presentCollection({
      items: takePage({ all, page: readPage({ query: readQuery(request) }) }).map((refund) => presentRefund({ refund })),
    })
  })

  app.get<{ Params: { id: string; refundId: string } }>('/payments/:id/refunds/:refundId', async (request) => {
    const payment = findPayment({ world, accountId: identify(request), id: request.params.id })
    return presentRefund({
      refund: findRefund({ world, accountId: payment.accountId, id: request.params.refundId, paymentId: payment.id }),
    })
  })

  app.get('/refunds', async (request) => {
    const refunds = takePage({ all: ownedBy({ all: world.state.refunds, request }), page: readPage({ query: readQuery(request) }) })
    return presentCollection({ items: refunds.map((refund) => presentRefund({ refund })) })
  })

  app.get<WithId>('/refunds/:id', async (request) => presentRefund({ refund: getRefund(request) }))

  app.patch<WithId>('/refunds/:id', async (request) => {
    const refund = getRefund(request)
    changeNotes({ target: refund, fields: readFields({ body: request.body }) })
    return presentRefund({ refund })
  })
}

function changeNotes({ target, fields }: { target: { notes: Payment['notes'] }; fields: Fields }): void {
  refuseExtraFields({ fields, known: ['notes'] })
  target.notes = readNotes({ value: fields.notes })
}

function isAuthorized({ world, order }: { world: World; order: Order }): boolean {
  return listPaymentsOfOrder({ world, order }).some((payment) => payment.authorizedAt !== null)
}

/** `expand[]=payments` adds the attempts, `payments.card` their cards too. */
function expandOrder({ world, order, expand }: { world: World; order: Order; expand: ReadonlySet<string> }) {
  const expandCard = expand.has('payments.card')
  if (!expandCard && !expand.has('payments')) return presentOrder({ order })
  const items = listPaymentsOfOrder({ world, order }).map((payment) => presentPayment({ payment, expandCard }))
  return { ...presentOrder({ order }), payments: presentCollection({ items }) }
}
