import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cartRequest, checkoutRequest, newCheckoutRequest, sessionId } from '#contract/ucp/checkout-requests.ts'
import { readClientIp, readClientIpRange } from '../../http/session.ts'
import { getOrigin } from '../../http/url.ts'
import { defineUcpRoute } from '../http/define-ucp-route.ts'
import type { Agent } from '../read-agent.ts'
import { type Caller, createSessionCalls, type SessionDependencies } from './change-sessions.ts'

/** The calls of carts and checkouts. */
export function sessionRoutes(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { settings } = dependencies
  const { create, read, change } = createSessionCalls(dependencies)
  const toCaller = ({ agent, request }: { agent: Agent; request: FastifyRequest }): Caller => ({
    agent,
    key: request.headers['idempotency-key'],
    origin: getOrigin({ settings, request }),
    client: { ip: readClientIp(request), ipRange: readClientIpRange(request) },
  })
  const checkout = {
    capabilities: ['dev.ucp.shopping.checkout', 'dev.ucp.shopping.fulfillment', 'dev.ucp.shopping.discount'],
    envelope: { payment_handlers: {} },
  } as const
  const cart = { capabilities: ['dev.ucp.shopping.cart', 'dev.ucp.shopping.discount'] } as const

  defineUcpRoute(app, {
    ...checkout,
    method: 'POST',
    path: '/checkout-sessions',
    body: newCheckoutRequest,
    status: 201,
    handle: ({ body, ...context }) => create({ kind: 'checkout', body, caller: toCaller(context) }),
  })

  // Completing orders nothing: the reply says that the buyer takes over, and has the order once there is one.
  for (const [method, path, completes] of [
    ['GET', '/checkout-sessions/:id', false],
    ['POST', '/checkout-sessions/:id/complete', true],
  ] as const) {
    defineUcpRoute(app, {
      ...checkout,
      method,
      path,
      params: sessionId,
      handle: ({ params: { id }, ...context }) => read({ kind: 'checkout', id, completes, caller: toCaller(context) }),
    })
  }

  defineUcpRoute(app, {
    ...checkout,
    method: 'PUT',
    path: '/checkout-sessions/:id',
    params: sessionId,
    body: checkoutRequest,
    handle: ({ params: { id }, body, ...context }) => change({ kind: 'checkout', call: 'update', id, body, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...checkout,
    method: 'POST',
    path: '/checkout-sessions/:id/cancel',
    params: sessionId,
    handle: ({ params: { id }, ...context }) => change({ kind: 'checkout', call: 'cancel', id, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'POST',
    path: '/carts',
    body: cartRequest,
    status: 201,
    handle: ({ body, ...context }) => create({ kind: 'cart', body, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'GET',
    path: '/carts/:id',
    params: sessionId,
    handle: ({ params: { id }, ...context }) => read({ kind: 'cart', id, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'PUT',
    path: '/carts/:id',
    params: sessionId,
    body: cartRequest,
    handle: ({ params: { id }, body, ...context }) => change({ kind: 'cart', call: 'update', id, body, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'POST',
    path: '/carts/:id/cancel',
    params: sessionId,
    handle: ({ params: { id }, ...context }) => change({ kind: 'cart', call: 'cancel', id, caller: toCaller(context) }),
  })
}
