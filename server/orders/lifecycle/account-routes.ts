import type { FastifyInstance } from 'fastify'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { createAccountLinks } from '../order/order-links.ts'
import { presentOrder } from '../order/present.ts'
import { findOrder } from '../order/repository.ts'
import { addOrderToAccount } from './add-order-to-account.ts'

/** Requests of one IP. */
const accountLimit = { name: 'account-links', points: 30, seconds: 600 }

/** Adds a guest's order to the account of the holder of its link. */
export function orderAccountRoutes(api: FastifyInstance, { database, trackingKey, settings }: OrderDependencies): void {
  const links = createAccountLinks({ key: trackingKey })
  const limit = createClientLimit({ ...accountLimit, database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'findOrderForAccount', async ({ body, request }) => {
    await limit.consume(request)
    const found = await findOrder({ database, id: await links.verify({ database, token: body.token }) })
    if (!found) throw new AppError('address_link_invalid')
    if (found.row.user_id !== null) throw new AppError('order_has_account')
    const { number, products, totalPrice, adjustments, toPay } = presentOrder(found)
    return { number, products, totalPrice, adjustments, toPay }
  })

  defineRoute(api, 'addOrderToAccount', async ({ body, request }) => {
    await limit.consume(request)
    const id = await links.verify({ database, token: body.token })
    await addOrderToAccount({ database, id, userId: requireUser(request).id })
    return { message: 'The order is in your account now.', id }
  })
}
