import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cartRequest, checkoutRequest, newCheckoutRequest, sessionId } from '#contract/ucp/checkout-requests.ts'
import { readClientIp, readClientIpRange } from '../../http/session.ts'
import { getOrigin } from '../../http/url.ts'
import type { Agent } from '../agents/read-agent.ts'
import { defineUcpRoute } from '../http/define-ucp-route.ts'
import { type Caller, createSessionCalls, type SessionDependencies } from './change-sessions.ts'

interface CallContext {
  readonly agent: Agent
  readonly idempotencyKey: Caller['key']
  readonly request: FastifyRequest
}

/** The calls of carts and checkouts. */
export function sessionRoutes(app: FastifyInstance, dependencies: SessionDependencies): void {
  const { settings } = dependencies
  const { create, read, change } = createSessionCalls(dependencies)
  const toCaller = ({ agent, idempotencyKey: key, request }: CallContext): Caller => ({
    agent,
    key,
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
    tool: { name: 'create_checkout', argument: 'checkout', description: 'Begin a checkout of line_items, or of a cart with cart_id.' },
    body: newCheckoutRequest,
    status: 201,
    handle: ({ body, ...context }) => create({ kind: 'checkout', body, caller: toCaller(context) }),
  })

  // Completing orders nothing: the reply says that the buyer takes over, and has the order once there is one.
  for (const { completes, ...call } of [
    { method: 'GET', path: '/checkout-sessions/:id', completes: false, tool: { name: 'get_checkout', description: 'Read a checkout.' } },
    {
      method: 'POST',
      path: '/checkout-sessions/:id/complete',
      completes: true,
      tool: { name: 'complete_checkout', needsKey: true, description: 'Hand a checkout over: the buyer orders on the page continue_url.' },
    },
  ] as const) {
    defineUcpRoute(app, {
      ...checkout,
      ...call,
      params: sessionId,
      handle: ({ params: { id }, ...context }) => read({ kind: 'checkout', id, completes, caller: toCaller(context) }),
    })
  }

  defineUcpRoute(app, {
    ...checkout,
    method: 'PUT',
    path: '/checkout-sessions/:id',
    tool: { name: 'update_checkout', argument: 'checkout', description: 'Replace what a checkout contains.' },
    params: sessionId,
    body: checkoutRequest,
    handle: ({ params: { id }, body, ...context }) => change({ kind: 'checkout', call: 'update', id, body, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...checkout,
    method: 'POST',
    path: '/checkout-sessions/:id/cancel',
    tool: { name: 'cancel_checkout', needsKey: true, description: 'End a checkout and its link.' },
    params: sessionId,
    handle: ({ params: { id }, ...context }) => change({ kind: 'checkout', call: 'cancel', id, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'POST',
    path: '/carts',
    tool: { name: 'create_cart', argument: 'cart', description: 'Fill a new cart.' },
    body: cartRequest,
    status: 201,
    handle: ({ body, ...context }) => create({ kind: 'cart', body, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'GET',
    path: '/carts/:id',
    tool: { name: 'get_cart', description: 'Read a cart.' },
    params: sessionId,
    handle: ({ params: { id }, ...context }) => read({ kind: 'cart', id, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'PUT',
    path: '/carts/:id',
    tool: { name: 'update_cart', argument: 'cart', description: 'Replace what a cart contains.' },
    params: sessionId,
    body: cartRequest,
    handle: ({ params: { id }, body, ...context }) => change({ kind: 'cart', call: 'update', id, body, caller: toCaller(context) }),
  })

  defineUcpRoute(app, {
    ...cart,
    method: 'POST',
    path: '/carts/:id/cancel',
    tool: { name: 'cancel_cart', needsKey: true, description: 'End a cart.' },
    params: sessionId,
    handle: ({ params: { id }, ...context }) => change({ kind: 'cart', call: 'cancel', id, caller: toCaller(context) }),
  })
}
