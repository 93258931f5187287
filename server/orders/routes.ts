import type { FastifyInstance } from 'fastify'
import { toPaise } from '#contract/money.ts'
import { serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { placeOrder } from './place-order.ts'

export function orderRoutes(api: FastifyInstance, { database }: Pick<Parts, 'database'>): void {
  serve(api, 'placeGuestOrder', async ({ body, headers }) => {
    const key = headers['idempotency-key']
    const order = await placeOrder({
      database,
      order: {
        kind: 'guest',
        lines: body.products.map(({ product, quantity, size }) => ({ productId: product.toLowerCase(), quantity, size: size ?? null })),
        deliveryAddress: body.deliveryAddress,
        expectedTotal: toPaise(body.totalPrice),
        claim: key === undefined ? undefined : { scope: 'guest', key, body },
      },
    })
    return { message: 'Order placed successfully', order }
  })
}
