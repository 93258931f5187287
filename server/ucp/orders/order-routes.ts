import type { FastifyInstance } from 'fastify'
import { sessionId } from '#contract/ucp/checkout-requests.ts'
import type { Database } from '../../database/schema.ts'
import { getOrigin } from '../../http/url.ts'
import type { Settings } from '../../kernel/settings.ts'
import { defineUcpRoute } from '../http/define-ucp-route.ts'
import { UcpOutcome } from '../protocol/ucp-error.ts'
import { presentOrder } from './present-order.ts'
import { findOrderOfAgent } from './read-order.ts'

interface OrderDependencies {
  readonly database: Database
  readonly settings: Pick<Settings, 'PUBLIC_URL'>
}

const notFound = () =>
  new UcpOutcome({ messages: [{ type: 'error', code: 'not_found', content: 'There is no such order.', severity: 'unrecoverable' }] })

/** The call that reads an order, for the agent whose checkout its buyer has completed. */
export function orderRoutes(app: FastifyInstance, { database, settings }: OrderDependencies): void {
  defineUcpRoute(app, {
    method: 'GET',
    path: '/orders/:id',
    tool: { name: 'get_order', description: 'Read an order that the buyer has placed from a checkout. Needs a signed request.' },
    capabilities: ['dev.ucp.shopping.order'],
    needsSignature: true,
    params: sessionId,
    handle: async ({ params: { id }, agent, request }) => {
      const order = await findOrderOfAgent({ database, profileUrl: agent.profileUrl, id })
      if (!order) throw notFound()
      return presentOrder({ order, origin: getOrigin({ settings, request }) })
    },
  })
}
