import type { FastifyInstance } from 'fastify'
import { isAddressComplete } from '#contract/kernel/address.ts'
import { isBeforeShipping } from '#contract/orders/order-status.ts'
import { createClientLimit } from '../../http/client-limit.ts'
import { defineRoute } from '../../http/define-route.ts'
import { AppError } from '../../kernel/errors.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { createAddressLinks } from '../order/order-links.ts'
import { findOrder } from '../order/repository.ts'
import { completeAddress } from './complete-address.ts'

/** Requests of one IP. */
const addressLimit = { name: 'address-links', points: 30, seconds: 600 }

/** The address of one order, for the holder of its link. */
export function addressRoutes(api: FastifyInstance, { database, trackingKey, settings, shopSettings }: OrderDependencies): void {
  const links = createAddressLinks({ key: trackingKey })
  const limit = createClientLimit({ ...addressLimit, database, factor: settings.LIMITS_FACTOR })

  defineRoute(api, 'findIncompleteAddress', async ({ body, request }) => {
    await limit.consume(request)
    const found = await findOrder({ database, id: await links.verify({ database, token: body.token }) })
    if (!found) throw new AppError('address_link_invalid')
    const { number, status, delivery_address: deliveryAddress } = found.row
    if (!isBeforeShipping(status)) throw new AppError('address_locked')
    if (isAddressComplete(deliveryAddress)) throw new AppError('address_complete')
    return { number, deliveryAddress }
  })

  defineRoute(api, 'completeAddress', async ({ body: { token, pinCode, phone }, request }) => {
    await limit.consume(request)
    await completeAddress({ database, settings: shopSettings.current, id: await links.verify({ database, token }), pinCode, phone })
    return { message: 'Thank you. The courier has the complete address now.' }
  })
}
