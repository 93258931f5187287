import type { FastifyInstance } from 'fastify'
import { needsConfirmation, needsPayment } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { createConfirmationLinks } from '../order/order-links.ts'
import { presentKind, presentOrder } from '../order/present.ts'
import { findOrder } from '../order/repository.ts'
import { presentOnlineTotals } from './online-discount.ts'
import { transitionOrder } from './transition-order.ts'

/** Requests of one IP. */
const confirmationLimit = { name: 'confirmation-links', points: 30, seconds: 600 }

/** Throws `AppError` (409) for an order that is to be paid online: only its payment or an administrator confirms it. */
async function rejectUnpaid({ database, id }: { database: Database; id: string }): Promise<void> {
  const order = await database.selectFrom('orders').select(['status', 'flags']).where('id', '=', id).executeTakeFirst()
  if (order && needsPayment(order)) throw new AppError('order_to_be_paid')
}

/** One order that is not confirmed, for the holder of its link. */
export function confirmationRoutes(
  api: FastifyInstance,
  { database, trackingKey, settings, hasCardPayment, payments, requestMails }: OrderDependencies,
): void {
  const links = createConfirmationLinks({ key: trackingKey })
  const limit = createClientLimit({ ...confirmationLimit, database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'findOrderToConfirm', async ({ body, request }) => {
    await limit.consume(request)
    const found = await findOrder({ database, id: await links.verify({ database, token: body.token }) })
    if (!found) throw new AppError('address_link_invalid')
    if (!needsConfirmation(found.row)) throw new AppError('confirmation_closed')
    const { number, products, totalPrice, adjustments, toPay } = presentOrder(found)
    const online = hasCardPayment() && (await presentOnlineTotals({ database, orderId: found.row.id, ...found.row, ...found }))
    return {
      number,
      products,
      totalPrice,
      adjustments,
      toPay,
      kind: presentKind(found.row),
      isToBePaid: needsPayment(found.row),
      ...online,
    }
  })

  defineRoute(api, 'answerConfirmation', async ({ body: { token, isAccepted }, request }) => {
    await limit.consume(request)
    const id = await links.verify({ database, token })
    if (isAccepted) await rejectUnpaid({ database, id })
    const answer = { id, to: isAccepted ? 'Confirmed' : 'Cancelled', actor: 'linkHolder', actorId: null } as const
    await transitionOrder({ database, payments, request: answer })
    requestMails()
    return {
      message: isAccepted ? 'Your order is confirmed. We are getting it ready.' : 'Your order is cancelled. You have nothing to pay.',
    }
  })
}
