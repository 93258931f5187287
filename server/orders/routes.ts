import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paging } from '#contract/business.ts'
import { toPaise } from '#contract/money.ts'
import { saveAddress } from '../accounts/profile/address-book.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, recognizeDevice, requireUser } from '../http/session.ts'
import { orderAdminRoutes } from './desk/admin-routes.ts'
import { detailRoutes } from './detail-routes.ts'
import { addressRoutes } from './lifecycle/address-routes.ts'
import { confirmationRoutes } from './lifecycle/confirmation-routes.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { createOrderCaps } from './placing/order-caps.ts'
import { phoneOrderRoutes } from './placing/phone-order-routes.ts'
import { placeOrder, takeCart } from './placing/place-order.ts'
import { sumItems } from './placing/rules.ts'
import { orderReportRoutes } from './reports/report-routes.ts'
import { listOrders } from './repository.ts'

const placedMessage = 'Order placed successfully'

export function orderRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, settings, payments, requestMails } = dependencies
  const caps = createOrderCaps(dependencies)
  const readLimits = (context: { request: FastifyRequest; reply: FastifyReply }) => ({
    caps,
    device: recognizeDevice({ ...context, secure: settings.secure }),
    ip: readClientIp(context.request),
  })

  defineRoute(api, 'placeGuestOrder', async ({ body, headers, request, reply }) => {
    const items = body.products.map(({ product, quantity, size }) => ({ productId: product.toLowerCase(), quantity, size: size ?? null }))
    const expectedTotal = toPaise(body.totalPrice)
    const order = await placeOrder({
      database,
      limits: readLimits({ request, reply }),
      order: {
        kind: 'guest',
        userId: null,
        deliveryAddress: body.deliveryAddress,
        claim: { scope: 'guest', key: headers['idempotency-key'], body },
        size: { items: sumItems(items), total: expectedTotal },
        takeItems: async () => ({ items, expectedTotal }),
      },
    })
    requestMails()
    return { message: placedMessage, order }
  })

  defineRoute(api, 'placeCodOrder', async ({ body, headers, request, reply }) => {
    const userId = requireUser(request).id
    const order = await placeOrder({
      database,
      limits: readLimits({ request, reply }),
      order: {
        kind: 'cod',
        userId,
        deliveryAddress: body,
        claim: { scope: `cod ${userId}`, key: headers['idempotency-key'], body },
        takeItems: (trx) => takeCart({ trx, userId, payments }),
      },
    })
    requestMails()
    await saveAddress({ database, userId, address: body })
    return { message: placedMessage, order }
  })

  defineRoute(api, 'getCodOrders', async ({ query: { page }, request }) => {
    const userId = requireUser(request).id
    const { orders, ...paged } = await listOrders({ database, userId, kind: 'cod', page, perPage: paging.codOrdersPerPage })
    return { codorder: orders, ...paged }
  })

  defineRoute(api, 'getCardOrders', async ({ request }) => {
    const userId = requireUser(request).id
    const { orders } = await listOrders({ database, userId, kind: 'card', page: 1, perPage: paging.maxCardOrders })
    return { orders }
  })

  defineRoute(api, 'getMyOrders', ({ query: { page }, request }) =>
    listOrders({ database, userId: requireUser(request).id, page, perPage: paging.myOrdersPerPage }),
  )

  detailRoutes(api, dependencies)
  addressRoutes(api, dependencies)
  confirmationRoutes(api, dependencies)
  phoneOrderRoutes(api, dependencies)
  orderAdminRoutes(api, dependencies)
  orderReportRoutes(api, dependencies)
}
