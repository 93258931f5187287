import type { FastifyInstance } from 'fastify'
import { defineRoute } from '../http/define-route.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { readOrdersToPrint } from './orders-to-print.ts'

/** What administrators print, download and read about many orders. */
export function orderReportRoutes(api: FastifyInstance, { database }: OrderDependencies): void {
  defineRoute(api, 'getOrdersToPrint', ({ body }) => readOrdersToPrint({ database, ...body }))
}
