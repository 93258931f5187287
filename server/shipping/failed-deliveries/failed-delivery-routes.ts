import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DeliveryAnswer } from '#contract/orders/failed-deliveries.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import { createDeliveryLinks } from '../../orders/order/order-links.ts'
import { answerDelivery } from './answer-delivery.ts'
import { findFailedDelivery, findFailedParcel } from './find-failed-delivery.ts'
import { listFailedDeliveries } from './list-failed-deliveries.ts'
import { saveClaim } from './save-claim.ts'

interface Access {
  readonly token?: string | undefined
  readonly orderId?: string | undefined
}

/** Parcels that the courier could not deliver: for administrators, and for the shopper of an order. */
export function failedDeliveryRoutes(api: FastifyInstance, { database, trackingKey }: { database: Database; trackingKey: Buffer }): void {
  const links = createDeliveryLinks({ key: trackingKey })

  /**
   * Number and phone, which are on the parcel, are not enough, and neither is a link that follows the order, which people forward.
   * @throws AppError 404 without a link or an order of one's own.
   * @throws AppError 410 for an expired or revoked link.
   */
  async function findOrderId({ token, orderId }: Access, request: FastifyRequest): Promise<string> {
    const id = token === undefined ? await findOwnOrder(orderId, request) : await links.verify({ database, token })
    if (id === undefined) throw new AppError('order_not_found')
    return id
  }

  async function findOwnOrder(orderId: string | undefined, request: FastifyRequest): Promise<string | undefined> {
    const userId = request.user?.role === 'user' ? request.user.id : undefined
    if (userId === undefined || orderId === undefined || !isUuid(orderId)) return undefined
    const order = await database
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return order?.id
  }

  defineRoute(api, 'findFailedDelivery', async ({ body, request }) =>
    findFailedDelivery({ database, orderId: await findOrderId(body, request) }),
  )

  defineRoute(api, 'answerFailedDelivery', async ({ body: { token, orderId, ...answer }, request }) => {
    const parcel = await findFailedParcel({ database, orderId: await findOrderId({ token, orderId }, request) })
    if (!parcel) throw new AppError('order_not_found')
    const { message } = await answerDelivery({ database, reference: parcel.reference, answer, answeredBy: 'shopper', actorId: null })
    return { message: `Thank you. ${message}` }
  })

  defineRoute(api, 'getFailedDeliveries', ({ query }) => listFailedDeliveries({ database, ...query }))

  defineRoute(api, 'answerFailedDeliveries', async ({ body: { references, ...answer }, request }) => {
    const { id: actorId } = requireUser(request)
    const results = []
    for (const reference of new Set(references)) results.push(await answerOne({ database, reference, answer, actorId }))
    const accepted = results.filter(({ isAccepted }) => isAccepted).length
    return { message: `${accepted} of ${results.length} ${results.length === 1 ? 'parcel' : 'parcels'} answered`, results }
  })

  defineRoute(api, 'saveParcelClaim', async ({ body, request }) => {
    await saveClaim({ database, ...body, actorId: requireUser(request).id })
    return { message: body.isClosed ? 'The claim is done' : 'The claim is saved' }
  })
}

interface AnswerOfAdministrator {
  readonly database: Database
  readonly reference: string
  readonly answer: DeliveryAnswer
  readonly actorId: string
}

/** An answer that is not possible does not stop the others. */
async function answerOne({ database, reference, answer, actorId }: AnswerOfAdministrator) {
  try {
    const accepted = await answerDelivery({ database, reference, answer, answeredBy: 'administrator', actorId })
    return { reference, isAccepted: true, ...accepted }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const order = await database
      .selectFrom('courier_parcels')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('number')
      .where('reference', '=', reference)
      .executeTakeFirst()
    return { reference, number: order?.number ?? null, isAccepted: false, message: error.fields?.deliverOn ?? error.message }
  }
}
