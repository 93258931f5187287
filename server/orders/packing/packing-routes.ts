import type { FastifyInstance } from 'fastify'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import type { OrderDependencies } from '../order/order-dependencies.ts'
import { openOrder } from './packing-claims.ts'
import { readPackingQueue } from './packing-queue.ts'

/** The packing table: the orders to pack, and which of them are open at a table. */
export function packingRoutes(
  api: FastifyInstance,
  { database, payments, shopSettings }: Pick<OrderDependencies, 'database' | 'payments' | 'shopSettings'>,
): void {
  defineRoute(api, 'getOrdersToPack', ({ query: { packer } }) => readPackingQueue({ database, payments, shopSettings, packer }))

  defineRoute(api, 'openOrderToPack', ({ body: { _id: id, packer }, request }) =>
    openOrder({ database, id, packer, actorId: requireUser(request).id }),
  )
}
