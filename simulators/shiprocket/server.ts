import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>

export interface SimulatedOrder {
  readonly id: number
  readonly shipmentId: number
  readonly createdAt: string
  /** as it was sent */
  readonly body: Json
  readonly isReturn: boolean
  status: 'NEW' | 'READY TO SHIP' | 'PICKED UP' | 'RETURN PENDING' | 'CANCELED'
  awb: string
  courier: string
  /** how many pick-ups were taken */
  pickups: number
}

/** The next call of a path fails. With `after` it takes effect, and only its answer is lost. */
export interface Fault {
  /** such as `/orders/create/return` */
  readonly path: string
  /** 0: the connection ends without an answer */
  readonly status: number
  readonly body?: Json
  readonly when?: 'before' | 'after'
}

export interface ShiprocketSimulator {
  /** in the order in which they were created */
  readonly orders: readonly SimulatedOrder[]
  /** paths of all calls */
  readonly calls: readonly string[]
  addFault(fault: Fault): void
  expireTokens(): void
  cancel(reference: string): void
  /** the courier has collected the parcel, so that it cannot be cancelled any more */
  pickUp(reference: string): void
  listen(options?: { port?: number }): Promise<string>
  close(): Promise<void>
}

const commonFields = [...['order_id', 'order_date', 'order_items', 'payment_method', 'sub_total', 'length', 'breadth', 'height', 'weight']]
const forwardFields = [
  ...commonFields,
  ...['customer_name', 'address', 'city', 'pincode', 'state', 'country', 'email', 'phone'].map((name) => `billing_${name}`),
  'pickup_location',
  'shipping_is_billing',
]
const returnFields = [
  ...commonFields,
  ...['pickup', 'shipping'].flatMap((side) =>
    ['customer_name', 'address', 'city', 'state', 'country', 'pincode'].map((name) => `${side}_${name}`),
  ),
  ...['pickup_email', 'pickup_phone'],
]

class Refusal extends Error {
  readonly status: number
  readonly errors: Json | undefined

  constructor(status: number, message: string, errors?: Json) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** Shiprocket's calls for parcels to shoppers and for the pick-up of returns. State is in memory. */
export function createSimulator({ email, password }: { email: string; password: string }): ShiprocketSimulator {
  const orders: SimulatedOrder[] = []
  const calls: string[] = []
  const tokens = new Set<string>()
  let faults: Fault[] = []

  const referenceOf = (order: SimulatedOrder) => String(order.body.order_id)
  const findShipment = (id: unknown): SimulatedOrder => {
    const order = orders.find(({ shipmentId }) => shipmentId === Number(id))
    if (!order) throw new Refusal(404, 'Shipment not found.')
    return order
  }

  function createOrder({ body, isReturn }: { body: Json; isReturn: boolean }): SimulatedOrder {
    const missing = (isReturn ? returnFields : forwardFields).filter((name) => body[name] === undefined || body[name] === '')
    const errors = Object.fromEntries(missing.map((name) => [name, [`The ${name} field is required.`]]))
    if (missing.length > 0) throw new Refusal(422, 'The given data was invalid.', errors)
    const existing = orders.find((order) => order.isReturn === isReturn && referenceOf(order) === body.order_id)
    if (existing?.status === 'CANCELED') throw new Refusal(422, 'This order id was used by a cancelled order.')
    const number = orders.length + 1
    const order: SimulatedOrder = existing ?? {
      ...{ id: 17_000_000 + number, shipmentId: 16_000_000 + number, createdAt: new Date().toISOString().slice(0, 10), body, isReturn },
      ...{ status: isReturn ? 'RETURN PENDING' : 'NEW', awb: '', courier: '', pickups: 0 },
    }
    if (!existing) orders.push(order)
    return order
  }

  function createReturn(body: Json): Json {
    const order = createOrder({ body, isReturn: true })
    return { order_id: order.id, shipment_id: order.shipmentId, status: order.status, status_code: 21, company_name: 'shop' }
  }

  function createForward(body: Json): Json {
    const { id, shipmentId, status } = createOrder({ body, isReturn: false })
    return { order_id: id, shipment_id: shipmentId, status, status_code: 1, onboarding_completed_now: 0, awb_code: '', courier_name: '' }
  }

  function listOrders(query: URLSearchParams): Json {
    const search = query.get('search') ?? ''
    const found = orders.filter((order) => !order.isReturn && referenceOf(order).includes(search)).toReversed()
    const data = found.slice(0, Number(query.get('per_page') ?? 15)).map((order) => ({
      ...{ id: order.id, channel_order_id: referenceOf(order), status: order.status },
      shipments: [{ id: order.shipmentId, courier: order.courier, awb: order.awb }],
    }))
    return { data, meta: { pagination: { total: found.length, count: data.length } } }
  }

  function cancelOrders({ ids }: Json): Json {
    if (!Array.isArray(ids) || ids.length === 0) throw new Refusal(422, 'The ids field is required.')
    const found = ids.map((id) => orders.find((order) => order.id === id))
    if (found.some((order) => !order)) throw new Refusal(404, 'Order not found.')
    if (found.some((order) => order?.status === 'PICKED UP')) throw new Refusal(400, 'Cannot cancel an order that is picked up.')
    for (const order of found) if (order) order.status = 'CANCELED'
    return { message: 'Order cancelled successfully.' }
  }

  function listReturns(query: URLSearchParams): Json {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999']
    const [perPage, page] = [Number(query.get('per_page') ?? 15), Number(query.get('page') ?? 1)]
    const found = orders.filter(({ createdAt, isReturn }) => isReturn && createdAt >= from && createdAt <= to).toReversed()
    const data = found.slice((page - 1) * perPage, page * perPage).map((order) => ({
      ...{ id: order.id, channel_order_id: referenceOf(order), status: order.status, shipment_id: order.shipmentId },
      shipments: [{ courier: order.courier, awb: order.awb }],
    }))
    return { data, meta: { pagination: { total: found.length, count: data.length, per_page: perPage, current_page: page } } }
  }

  function assignCourier({ shipment_id, is_return }: Json): Json {
    const order = findShipment(shipment_id)
    if (order.isReturn && Number(is_return) !== 1) throw new Refusal(422, 'is_return is needed for a return order.')
    if (order.status === 'CANCELED') throw new Refusal(400, 'The order is cancelled.')
    if (order.awb) throw new Refusal(400, `AWB is already assigned: ${order.awb}.`)
    Object.assign(
      order,
      order.isReturn
        ? { awb: `RET${order.shipmentId}`, courier: 'Delhivery Reverse' }
        : { awb: `FWD${order.shipmentId}`, courier: 'Delhivery Surface', status: 'READY TO SHIP' },
    )
    return { awb_assign_status: 1, response: { data: { awb_code: order.awb, courier_name: order.courier, shipment_id: order.shipmentId } } }
  }

  function requestPickup({ shipment_id }: Json): Json {
    if (!Array.isArray(shipment_id) || shipment_id.length !== 1) throw new Refusal(422, 'shipment_id must have one id.')
    const order = findShipment(shipment_id[0])
    if (!order.awb) throw new Refusal(400, 'Please assign an AWB first.')
    if (order.pickups > 0) throw new Refusal(400, 'Already in Pickup Queue.')
    order.pickups += 1
    return { pickup_status: 1, response: { pickup_scheduled_date: '2026-01-01 10:00:00', pickup_token_number: `PU-${order.id}` } }
  }

  function signIn(body: Json): Json {
    if (body.email !== email || body.password !== password) throw new Refusal(403, 'Invalid email and password combination.')
    const token = randomBytes(16).toString('hex')
    tokens.add(token)
    return { email, token }
  }

  const routes: Readonly<Record<string, (body: Json, query: URLSearchParams) => Json>> = {
    'POST /auth/login': signIn,
    'POST /orders/create/return': createReturn,
    'POST /orders/create/adhoc': createForward,
    'GET /orders': (_, query) => listOrders(query),
    'POST /orders/cancel': cancelOrders,
    'GET /orders/processing/return': (_, query) => listReturns(query),
    'POST /courier/assign/awb': assignCourier,
    'POST /courier/generate/pickup': requestPickup,
  }

  function handle({ request, path, body, query }: { request: IncomingMessage; path: string; body: Json; query: URLSearchParams }): Json {
    const route = routes[`${request.method} ${path}`]
    if (!route) throw new Refusal(404, 'Not found.')
    const isSignedIn = tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (path !== '/auth/login' && !isSignedIn) throw new Refusal(401, 'Token has expired.')
    return route(body, query)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: Json) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://simulator')
    const body = await readJson(request)
    if (pathname === '/_simulator/state') return void reply(200, { orders, calls })
    if (pathname === '/_simulator/faults') {
      faults.push(body as unknown as Fault)
      return void reply(200, {})
    }
    const path = pathname.replace('/v1/external', '')
    calls.push(path)
    const fault = faults.find((each) => each.path === path)
    faults = faults.filter((each) => each !== fault)
    try {
      const content = fault && fault.when !== 'after' ? {} : handle({ request, path, body, query })
      if (!fault) return void reply(200, content)
      if (fault.status === 0) return void request.socket.destroy()
      reply(fault.status, fault.body ?? { message: 'Fault' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reply(error.status, { message: error.message, ...(error.errors && { errors: error.errors }), status_code: error.status })
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  return {
    orders,
    calls,
    addFault: (fault) => void faults.push(fault),
    expireTokens: () => tokens.clear(),
    cancel(reference) {
      for (const order of orders) if (referenceOf(order) === reference) order.status = 'CANCELED'
    },
    pickUp(reference) {
      for (const order of orders) if (referenceOf(order) === reference) order.status = 'PICKED UP'
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
}

async function readJson(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json)
}
