import type { FastifyInstance } from 'fastify'
import { toPaise } from '#contract/kernel/money.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { createPayoutLinks } from '../orders/order/order-links.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'
import { answerRefund } from './answer-refund.ts'
import { bookPickup } from './book-pickup.ts'
import { completeReturn } from './complete-return.ts'
import { offerMoney } from './exchanges/take-money.ts'
import { listPersonReturns } from './list-person-returns.ts'
import { listReturns } from './list-returns.ts'
import { findReturnOrders } from './locked-return.ts'
import { readAdminReturn } from './read-admin-return.ts'
import { createReturnsBySize } from './read-returns-by-size.ts'
import { receiveReturn } from './receive-return.ts'
import type { ReturnDependencies } from './return-dependencies.ts'
import { transitionReturn } from './transition-return.ts'

/** Returns for administrators. */
export function adminReturnRoutes(
  api: FastifyInstance,
  { database, shopSettings, trackingKey, pickups, syncRefunds, requestMails, requestPaymentWork }: ReturnDependencies,
): void {
  const payoutLinks = createPayoutLinks({ key: trackingKey })
  const trackingLinks = createTrackingLinks({ key: trackingKey })
  const read = (id: string) =>
    readAdminReturn({
      database,
      id,
      policies: shopSettings.current.policies,
      payoutLinks,
      trackingLinks,
      canBookPickup: pickups?.current !== undefined,
    })
  const readReturnsBySize = createReturnsBySize({ database })
  const answer = async (message: string, id: string) => {
    requestMails()
    return { message, return: await read(id) }
  }

  defineRoute(api, 'getReturns', ({ query }) => listReturns({ database, ...query }))

  defineRoute(api, 'getReturnsBySize', async ({ query }) => ({ products: await readReturnsBySize(Number(query.days)) }))

  defineRoute(api, 'getReturnsOfPerson', ({ params }) => listPersonReturns({ database, orderId: params.id }))

  defineRoute(api, 'getReturn', ({ params }) => read(params.id))

  defineRoute(api, 'acceptReturn', async ({ params: { id }, body, request }) => {
    const isSentAtOnce = shopSettings.current.policies.exchangesSent === 'accepted'
    await transitionReturn({
      database,
      move: { id, ...body, to: 'accepted', isSentAtOnce, actor: 'admin', actorId: requireUser(request).id },
    })
    return answer('The return is accepted', id)
  })

  defineRoute(api, 'declineReturn', async ({ params: { id }, body, request }) => {
    await transitionReturn({ database, move: { id, ...body, to: 'declined', actor: 'admin', actorId: requireUser(request).id } })
    return answer('The return is declined', id)
  })

  defineRoute(api, 'bookReturnPickup', async ({ params: { id }, body: { courier, reference, version }, request }) => {
    const booked = courier && reference ? { courier, reference } : undefined
    const booking = { id, booked, version, actorId: requireUser(request).id }
    await bookPickup({ database, pickups: pickups?.current, settings: shopSettings.current, booking })
    return answer('The pick-up is booked', id)
  })

  defineRoute(api, 'offerMoney', async ({ params: { id }, body: { version }, request }) => {
    await offerMoney({ database, offer: { id, version, actorId: requireUser(request).id } })
    return answer('The shopper is asked to take the money', id)
  })

  defineRoute(api, 'pickUpReturn', async ({ params: { id }, body, request }) => {
    await transitionReturn({ database, move: { id, ...body, to: 'picked up', actor: 'admin', actorId: requireUser(request).id } })
    return answer('The items are on their way', id)
  })

  defineRoute(api, 'receiveReturn', async ({ params: { id }, body, request }) => {
    await receiveReturn({ database, receipt: { id, ...body, actorId: requireUser(request).id } })
    return answer('The return is received', id)
  })

  defineRoute(api, 'completeReturn', async ({ params: { id }, body: { refund, version }, request }) => {
    const settlement = { id, refund: toPaise(refund), version, actorId: requireUser(request).id }
    await syncRefunds((await findReturnOrders({ database, id })).paidOrderId)
    await completeReturn({ database, settlement })
    requestPaymentWork()
    return answer('The return is settled', id)
  })
  defineRoute(api, 'answerReturnRefund', async ({ params: { id, refundId }, body, request }) => {
    await answerRefund({ database, answer: { id, refundId, ...body, actorId: requireUser(request).id } })
    return answer(body.answer === 'this return' ? 'The return is settled with this refund' : 'The answer is saved', id)
  })
}
