import type { FastifyInstance } from 'fastify'
import { paging } from '#contract/business.ts'
import { toPaise } from '#contract/money.ts'
import { saveAddress } from '../cart/repository.ts'
import { createRateLimit } from '../database/rate-limit.ts'
import type { AppDependencies } from '../dependencies.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { orderAdminRoutes } from './admin-routes.ts'
import { detailRoutes } from './detail-routes.ts'
import type { PaymentsPort } from './payments-port.ts'
import { placeOrder } from './place-order.ts'
import { listOrders } from './repository.ts'
import { readCartWish } from './take-cart.ts'

/** Tries of one address: each placed order is a parcel that is really sent, so a script must not send hundreds. */
const guestBudget = { points: 200, seconds: 3_600 }

const placedMessage = 'Order placed successfully'

export type OrderParts = Pick<AppDependencies, 'database' | 'readDatabase' | 'trackingKey' | 'settings'> & {
  readonly payments: PaymentsPort
}

export function orderRoutes(api: FastifyInstance, parts: OrderParts): void {
  const { database } = parts

  const guestLimit = createRateLimit({
    database,
    name: 'guest-orders',
    points: guestBudget.points * parts.settings.LIMITS_FACTOR,
    seconds: guestBudget.seconds,
  })

  defineRoute(api, 'placeGuestOrder', async ({ body, headers, request }) => {
    await guestLimit.consume(request.ip)
    const key = headers['idempotency-key']
    const lines = body.products.map(({ product, quantity, size }) => ({ productId: product.toLowerCase(), quantity, size: size ?? null }))
    const order = await placeOrder({
      database,
      order: {
        kind: 'guest',
        userId: null,
        deliveryAddress: body.deliveryAddress,
        claim: key === undefined ? undefined : { scope: 'guest', key, body },
        wish: { lines, expectedTotal: toPaise(body.totalPrice) },
      },
    })
    return { message: placedMessage, order }
  })

  defineRoute(api, 'placeCodOrder', async ({ body, headers, request }) => {
    const userId = requireUser(request).id
    const key = headers['idempotency-key']
    const order = await placeOrder({
      database,
      order: {
        kind: 'cod',
        userId,
        deliveryAddress: body,
        claim: key === undefined ? undefined : { scope: `cod ${userId}`, key, body },
        wish: async (trx) => {
          const wish = await readCartWish({ trx, userId })
          // What a card checkout of this cart holds must not stand in the way, nor be bought a second time.
          await parts.payments.cancelCompetingCheckouts({ trx, userId, productIds: wish.lines.map((line) => line.productId) })
          return wish
        },
      },
    })
    await saveAddress({ database, userId, address: body })
    return { message: placedMessage, order }
  })

  defineRoute(api, 'getCodOrders', async ({ query, request }) => {
    const of = { userId: requireUser(request).id, kind: 'cod' as const }
    const { orders, ...paged } = await listOrders({ database, of, page: query.page, perPage: paging.codOrdersPerPage })
    return { codorder: orders, ...paged }
  })

  defineRoute(api, 'getCardOrders', async ({ request }) => {
    const of = { userId: requireUser(request).id, kind: 'card' as const }
    const { orders } = await listOrders({ database, of, page: 1, perPage: paging.maxCardOrders })
    return { orders }
  })

  detailRoutes(api, parts)
  orderAdminRoutes(api, parts)
}
