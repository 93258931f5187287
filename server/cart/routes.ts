import type { FastifyInstance } from 'fastify'
import { Refused } from '../http/refusals.ts'
import { serve } from '../http/serve.ts'
import { readSignedIn } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { addPieces } from './add-pieces.ts'
import { changeLine, mergeLines, removeLine } from './change-cart.ts'
import { findAddress, forgetAddress, keepAddress, readCart } from './store.ts'

export function cartRoutes(api: FastifyInstance, { database }: Pick<Parts, 'database'>): void {
  serve(api, 'addToCart', async ({ body, request }) => {
    const userId = readSignedIn(request).id
    if (!body.product) throw new Refused({ status: 400, code: 'product_id_missing' })
    if (!body.size) throw new Refused({ status: 400, code: 'size_missing' })
    await addPieces({ database, key: { userId, productId: body.product, size: body.size }, quantity: body.quantity })
    return { message: 'Added to your cart', cart: await readCart({ database, userId }) }
  })

  serve(api, 'getCart', async ({ request }) => {
    const userId = readSignedIn(request).id
    const [cart, deliveryAddress] = await Promise.all([readCart({ database, userId }), findAddress({ database, userId })])
    return { cart, deliveryAddress }
  })

  serve(api, 'changeCartLine', async ({ params, body, request }) => {
    const userId = readSignedIn(request).id
    const key = { userId, productId: params.productId, size: body.size ?? null }
    await changeLine({ database, key, quantity: body.quantity, newSize: body.newSize })
    return { cart: await readCart({ database, userId }) }
  })

  serve(api, 'removeCartLine', async ({ params, request }) => {
    const userId = readSignedIn(request).id
    await removeLine({ database, key: { userId, productId: params.productId, size: params.size === 'none' ? null : params.size } })
    return { cart: await readCart({ database, userId }) }
  })

  serve(api, 'mergeCart', async ({ body, headers, request }) => {
    const userId = readSignedIn(request).id
    const key = headers['idempotency-key']
    const claim = key === undefined ? undefined : { scope: `merge ${userId}`, key, body }
    const notices = await mergeLines({ database, userId, lines: body.lines, claim })
    return { cart: await readCart({ database, userId }), notices }
  })

  serve(api, 'saveDeliveryAddress', async ({ body, request }) => {
    await keepAddress({ database, userId: readSignedIn(request).id, address: body })
    return { message: 'Delivery details saved', deliveryAddress: body }
  })

  serve(api, 'clearDeliveryAddress', async ({ request }) => {
    await forgetAddress({ database, userId: readSignedIn(request).id })
    return { message: 'Delivery details cleared' }
  })
}
