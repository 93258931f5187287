import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildControlPage, controlSimulator } from './control.ts'
import { assignCourier, replaceNumber, requestPickup } from './couriers.ts'
import { type Files, generateLabel, generateManifest, printManifest } from './documents.ts'
import { answerFailed, listFailed, showFailed } from './failed-deliveries.ts'
import { createMessages } from './messages.ts'
import { cancelByNumbers, cancelOrders, createForward, createReturn, listOrders, listReturns, showOrder } from './orders.ts'
import { addScan, buildMessage, trackNumber, trackNumbers, trackReference, trackShipment } from './parcels.ts'
import { type Account, type Fault, type Json, Refusal, referenceOf, type ShiprocketSimulator } from './types.ts'

export type { ParcelStatus } from './statuses.ts'
export type { FailedAttempt, Fault, Message, ShiprocketSimulator, SimulatedOrder } from './types.ts'

interface Call {
  readonly body: Json
  readonly query: URLSearchParams
  /** what stands for `:id` in the path */
  readonly id: string
  readonly origin: string
}

/** Shiprocket's calls for parcels to shoppers and for the pick-up of returns. State is in memory. */
export function createSimulator({ email, password }: { email: string; password: string }): ShiprocketSimulator {
  const account: Account = { orders: [], repeatedOrders: 'same' }
  const { orders } = account
  const calls: string[] = []
  const tokens = new Set<string>()
  const files: Files = new Map()
  const messages = createMessages()
  let faults: Fault[] = []

  function signIn(body: Json): Json {
    if (body.email !== email || body.password !== password) throw new Refusal(403, 'Invalid email and password combination.')
    const token = randomBytes(16).toString('hex')
    tokens.add(token)
    return { email, token }
  }

  const routes: Readonly<Record<string, (call: Call) => Json | Json[]>> = {
    'POST /auth/login': ({ body }) => signIn(body),
    'POST /orders/create/return': ({ body }) => createReturn(account, body),
    'POST /orders/create/adhoc': ({ body }) => createForward(account, body),
    'GET /orders': ({ query }) => listOrders(account, query),
    'GET /orders/show/:id': ({ id }) => showOrder(account, id),
    'POST /orders/cancel': ({ body }) => cancelOrders(account, body),
    'POST /orders/cancel/shipment/awbs': ({ body }) => cancelByNumbers(account, body),
    'GET /orders/processing/return': ({ query }) => listReturns(account, query),
    'POST /courier/assign/awb': ({ body }) => assignCourier(account, body),
    'POST /courier/generate/pickup': ({ body }) => requestPickup(account, body),
    'POST /courier/generate/label': ({ body, origin }) => generateLabel({ account, files, origin }, body),
    'POST /manifests/generate': ({ body, origin }) => generateManifest({ account, files, origin }, body),
    'POST /manifests/print': ({ body, origin }) => printManifest({ account, files, origin }, body),
    'GET /courier/track': ({ query }) => trackReference(account, query),
    'GET /courier/track/awb/:id': ({ id }) => trackNumber(account, id),
    'GET /courier/track/shipment/:id': ({ id }) => trackShipment(account, id),
    'POST /courier/track/awbs': ({ body }) => trackNumbers(account, body),
    'GET /ndr/all': ({ query }) => listFailed(account, query),
    'GET /ndr/:id': ({ id }) => showFailed(account, id),
    'POST /ndr/:id/action': ({ id, body }) => answerFailed(account, id, body),
  }

  function handle({ request, path, ...call }: Omit<Call, 'id'> & { request: IncomingMessage; path: string }): Json | Json[] {
    const pattern = toPattern(path)
    const route = routes[`${request.method} ${pattern}`]
    if (!route) throw new Refusal(404, '404 Not Found')
    const isSignedIn = tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (path !== '/auth/login' && !isSignedIn) throw new Refusal(401, 'Token has expired.')
    const id = decodeURIComponent(path.split('/')[pattern.split('/').indexOf(':id')] ?? '')
    return route({ ...call, id })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: Json | Json[]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const origin = `http://${request.headers.host}`
    const { pathname, searchParams: query } = new URL(request.url ?? '', origin)
    const file = files.get(pathname)
    if (file) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(file)
    if (pathname === '/_simulator')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(buildControlPage(simulator))
    const body = await readJson(request)
    try {
      if (pathname.startsWith('/_simulator/')) {
        const content = await controlSimulator(simulator, pathname.slice('/_simulator/'.length), body)
        return void reply(content ? 200 : 404, content ?? {})
      }
      const path = pathname.replace('/v1/external', '')
      calls.push(path)
      const fault = faults.find((each) => each.path === path || each.path === toPattern(path))
      faults = faults.filter((each) => each !== fault)
      const content = fault && fault.when !== 'after' ? {} : handle({ request, path, body, query, origin })
      if (!fault) return void reply(path.endsWith('/action') ? 202 : 200, content)
      if (fault.status === 0) return void request.socket.destroy()
      reply(fault.status, fault.body ?? { message: 'Fault' })
    } catch (error) {
      if (error instanceof RangeError) return void reply(400, { message: error.message })
      if (!(error instanceof Refusal)) throw error
      reply(error.status, { message: error.message, ...error.more, status_code: error.status })
    }
  }

  const findOrder = (reference: string) => {
    const order = orders.findLast((each) => referenceOf(each) === reference)
    if (!order) throw new RangeError(`There is no order ${reference}.`)
    return order
  }
  const setStatus = (reference: string, status: string) => {
    for (const order of orders) if (referenceOf(order) === reference) order.status = status
  }
  const server = createServer((request, response) => void answer(request, response))
  const simulator: ShiprocketSimulator = {
    orders,
    calls,
    messages: messages.all,
    addFault: (fault) => void faults.push(fault),
    expireTokens: () => tokens.clear(),
    cancel: (reference) => setStatus(reference, 'CANCELED'),
    pickUp: (reference) => setStatus(reference, 'PICKED UP'),
    async moveParcel(reference, status, move) {
      const order = findOrder(reference)
      addScan(order, status, move)
      await messages.add(buildMessage(order))
    },
    async reassign(reference) {
      const order = findOrder(reference)
      replaceNumber(order)
      await messages.add(buildMessage(order))
      return order.awb
    },
    setMessageMode: messages.setMode,
    flushMessages: ({ isReversed = false } = {}) => messages.flush(isReversed),
    setWebhook: messages.setWebhook,
    setRepeatedOrders: (behaviour) => {
      account.repeatedOrders = behaviour
    },
    async listen({ port = 0 } = {}) {
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return simulator
}

/** The path of a route: an id in a path becomes `:id`. */
const toPattern = (path: string): string =>
  path.replace(/(?<=^\/(?:orders\/show|courier\/track\/(?:awb|shipment)|ndr)\/)(?!all$)[^/]+/, ':id')

async function readJson(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json)
}
