import type { FastifyInstance } from 'fastify'
import { clearAddress, findAddress, saveAddress } from '../accounts/profile/address-book.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { addToCart, changeLine, mergeCart, removeLine } from './change-cart.ts'
import { readCart } from './repository.ts'

export function cartRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  defineRoute(api, 'addToCart', async ({ body, request }) => {
    const userId = requireUser(request).id
    if (!body.product) throw new AppError('product_id_missing')
    if (!body.size) throw new AppError('size_missing')
    await addToCart({ database, key: { userId, productId: body.product, size: body.size }, quantity: body.quantity })
    return { message: 'Added to your cart', cart: await readCart({ database, userId }) }
  })

  defineRoute(api, 'getCart', async ({ request }) => {
    const userId = requireUser(request).id
    const [cart, deliveryAddress] = await Promise.all([readCart({ database, userId }), findAddress({ database, userId })])
    return { cart, deliveryAddress }
  })

  defineRoute(api, 'changeCartLine', async ({ params, body, request }) => {
    const userId = requireUser(request).id
    const key = { userId, productId: params.productId, size: body.size ?? null }
    await changeLine({ database, key, quantity: body.quantity, newSize: body.newSize })
    return { cart: await readCart({ database, userId }) }
  })

  defineRoute(api, 'removeCartLine', async ({ params, request }) => {
    const userId = requireUser(request).id
    await removeLine({ database, key: { userId, productId: params.productId, size: params.size === 'none' ? null : params.size } })
    return { cart: await readCart({ database, userId }) }
  })

  defineRoute(api, 'mergeCart', async ({ body, headers, request }) => {
    const userId = requireUser(request).id
    const claim = { scope: `merge ${userId}`, key: headers['idempotency-key'], body }
    const notices = await mergeCart({ database, userId, guestItems: body.lines, claim })
    return { cart: await readCart({ database, userId }), notices }
  })

  defineRoute(api, 'saveDeliveryAddress', async ({ body, request }) => {
    await saveAddress({ database, userId: requireUser(request).id, address: body })
    return { message: 'Delivery details saved', deliveryAddress: body }
  })

  defineRoute(api, 'clearDeliveryAddress', async ({ request }) => {
    await clearAddress({ database, userId: requireUser(request).id })
    return { message: 'Delivery details cleared' }
  })
}
