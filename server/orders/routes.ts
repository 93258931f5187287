import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { paging } from '#contract/kernel/business.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { saveAddress } from '../accounts/profile/address-book.ts'
import { defineRoute } from '../http/define-route.ts'
import { readClientIp, readClientIpRange, recognizeDevice, requireUser } from '../http/session.ts'
import { AppError } from '../kernel/errors.ts'
import { createCodeLimit } from '../offers/code-limit.ts'
import { createPersonKeys } from '../offers/offer-person.ts'
import { orderAdminRoutes } from './desk/admin-routes.ts'
import { orderDraftRoutes } from './desk/order-draft-routes.ts'
import { phoneOrderRoutes } from './desk/phone-order-routes.ts'
import { detailRoutes } from './detail-routes.ts'
import { documentFileRoutes } from './document-file-routes.ts'
import { orderAccountRoutes } from './lifecycle/account-routes.ts'
import { addressRoutes } from './lifecycle/address-routes.ts'
import { confirmationRoutes } from './lifecycle/confirmation-routes.ts'
import type { OrderDependencies } from './order/order-dependencies.ts'
import { listOrders } from './order/repository.ts'
import { sumItems } from './order/rules.ts'
import { orderPageRoutes } from './order-page-routes.ts'
import { packingRoutes } from './packing/packing-routes.ts'
import { pastOrderRoutes } from './past-orders/past-order-routes.ts'
import { createOrderCaps } from './placing/order-caps.ts'
import { createSourceHash } from './placing/order-source.ts'
import { placeOrder, takeCart, takeItem } from './placing/place-order.ts'
import { readPurchaseReport } from './placing/purchase-report.ts'
import { readReferral } from './placing/referral.ts'
import { orderReportRoutes } from './reports/report-routes.ts'
import { trackingRoutes } from './tracking-routes.ts'

const toShownToPay = (rupees: number | undefined) => (rupees === undefined ? undefined : toPaise(rupees))

const placedMessage = 'Order placed successfully'

interface SourceContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly deliveryAddress: Pick<DeliveryAddress, 'phone' | 'email'>
  readonly key: string | undefined
  /** undefined for a guest */
  readonly userId?: string
}

export function orderRoutes(api: FastifyInstance, dependencies: OrderDependencies): void {
  const { database, settings, shopSettings, payments, requestMails } = dependencies
  const caps = createOrderCaps(dependencies)
  const hashSource = createSourceHash(dependencies)
  const getPersonKey = createPersonKeys(dependencies)
  const codeLimit = createCodeLimit({ database, factor: settings.LIMITS_FACTOR })
  const readSource = ({ request, reply, deliveryAddress, key, userId }: SourceContext) => ({
    account: userId,
    phone: deliveryAddress.phone,
    email: deliveryAddress.email,
    device: recognizeDevice({ request, reply, secure: settings.secure }),
    ip: readClientIp(request),
    ipRange: readClientIpRange(request),
    request: key,
  })

  defineRoute(api, 'placeGuestOrder', async ({ body: { visit, purchaseReport: agreed, ...body }, headers, request, reply }) => {
    const items = body.products.map(({ product, quantity, size }) => ({ productId: product.toLowerCase(), quantity, size: size ?? null }))
    const expectedTotal = toPaise(body.totalPrice)
    const { deliveryAddress } = body
    const key = headers['idempotency-key']
    const size = { items: sumItems(items), total: expectedTotal }
    const source = readSource({ request, reply, deliveryAddress, key })
    const deviceHash = source.device === undefined ? undefined : hashSource('device', source.device)
    const productIds = items.map(({ productId }) => productId)
    const offerCode = body.offerCode || null
    const place = async () =>
      placeOrder({
        database,
        reservation: await caps.reserve({ database, source, size }),
        order: {
          kind: 'guest',
          userId: null,
          deliveryAddress,
          note: body.note,
          isGift: body.isGift,
          referral: readReferral(visit),
          report: readPurchaseReport({ agreed, settings: shopSettings.current.orders, userAgent: request.headers['user-agent'] }),
          claim: { scope: 'guest', key, body },
          policies: shopSettings.current.policies,
          offers: { person: getPersonKey({ userId: null, device: source.device, deliveryAddress }), shownToPay: toShownToPay(body.toPay) },
          takeItems: async (trx) => {
            if (deviceHash) await payments.cancelGuestCheckouts({ trx, deviceHash, productIds })
            return { items, expectedTotal, offerCode }
          },
        },
      })
    const client = { ip: readClientIp(request), ipRange: readClientIpRange(request) }
    const { order, changedStock } = await codeLimit.run({ client, code: offerCode, work: place })
    request.changedStock = changedStock
    requestMails()
    return { message: placedMessage, order }
  })

  defineRoute(api, 'placeCodOrder', async ({ body: { visit, purchaseReport: agreed, ...body }, headers, request, reply }) => {
    const { totalPrice, toPay, note, isGift, buyNow: item, offerCode = null, ...deliveryAddress } = body
    const shownTotal = totalPrice === undefined ? undefined : toPaise(totalPrice)
    if (item && shownTotal === undefined) throw new AppError('invalid_request', { fields: { totalPrice: 'The total is required.' } })
    const userId = requireUser(request).id
    const key = headers['idempotency-key']
    const source = readSource({ request, reply, deliveryAddress, key, userId })
    const place = async () =>
      placeOrder({
        database,
        reservation: await caps.reserve({ database, source }),
        order: {
          kind: 'cod',
          userId,
          deliveryAddress,
          note,
          isGift,
          referral: readReferral(visit),
          report: readPurchaseReport({ agreed, settings: shopSettings.current.orders, userAgent: request.headers['user-agent'] }),
          claim: { scope: `cod ${userId}`, key, body },
          policies: shopSettings.current.policies,
          offers: { person: getPersonKey({ userId, device: source.device, deliveryAddress }), shownToPay: toShownToPay(toPay) },
          takeItems: (trx) =>
            item && shownTotal !== undefined
              ? takeItem({ trx, userId, payments, item, shownTotal, offerCode: offerCode || null })
              : takeCart({ trx, userId, payments, shownTotal }),
        },
      })
    const { order, changedStock } = await codeLimit.run({ client: source, code: (item && offerCode) || null, work: place })
    request.changedStock = changedStock
    requestMails()
    await saveAddress({ database, userId, address: deliveryAddress })
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
  trackingRoutes(api, dependencies)
  orderPageRoutes(api, dependencies)
  documentFileRoutes(api, dependencies)
  addressRoutes(api, dependencies)
  confirmationRoutes(api, dependencies)
  orderAccountRoutes(api, dependencies)
  phoneOrderRoutes(api, dependencies)
  orderDraftRoutes(api, dependencies)
  packingRoutes(api, dependencies)
  orderAdminRoutes(api, dependencies)
  orderReportRoutes(api, dependencies)
  pastOrderRoutes(api, dependencies)
}
