import { cancellable, statuses } from './statuses.ts'
import { type Account, type Json, Refusal, referenceOf, type SimulatedOrder } from './types.ts'

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

function createOrder({ orders, repeatedOrders }: Account, { body, isReturn }: { body: Json; isReturn: boolean }): SimulatedOrder {
  const missing = (isReturn ? returnFields : forwardFields).filter((name) => body[name] === undefined || body[name] === '')
  const errors = Object.fromEntries(missing.map((name) => [name, [`The ${name} field is required.`]]))
  if (missing.length > 0) throw new Refusal(422, 'Oops! Invalid Data.', { errors })
  const existing = orders.find((order) => order.isReturn === isReturn && referenceOf(order) === body.order_id)
  if (existing?.status === 'CANCELED' && repeatedOrders === 'same') throw new Refusal(422, 'This order id was used by a cancelled order.')
  if (existing) return existing
  const number = orders.length + 1
  const order: SimulatedOrder = {
    ...{ id: 17_000_000 + number, shipmentId: 16_000_000 + number, createdAt: new Date().toISOString().slice(0, 10), body, isReturn },
    ...{ status: isReturn ? 'RETURN PENDING' : 'NEW', awb: '', oldAwbs: [], courier: '', pickups: 0, isManifested: false },
    ...{ parcelStatus: undefined, staleStatus: undefined, scans: [], attempts: [] },
  }
  orders.push(order)
  return order
}

export function createReturn(account: Account, body: Json): Json {
  const order = createOrder(account, { body, isReturn: true })
  return { order_id: order.id, shipment_id: order.shipmentId, status: order.status, status_code: 21, company_name: 'shop' }
}

export function createForward(account: Account, body: Json): Json {
  const { id, shipmentId, status, awb, courier } = createOrder(account, { body, isReturn: false })
  const numbers = { order_id: id, shipment_id: shipmentId, awb_code: awb, courier_name: courier }
  return { ...numbers, status, status_code: 1, onboarding_completed_now: 0 }
}

export function listOrders({ orders }: Account, query: URLSearchParams): Json {
  const search = query.get('search') ?? ''
  const isFound = (order: SimulatedOrder) => referenceOf(order).includes(search) || (search !== '' && order.awb === search)
  const found = orders.filter((order) => !order.isReturn && isFound(order)).toReversed()
  const data = found.slice(0, Number(query.get('per_page') ?? 15)).map((order) => ({
    ...{ id: order.id, channel_order_id: referenceOf(order), status: order.status },
    shipments: [{ id: order.shipmentId, courier: order.courier, awb: order.awb }],
  }))
  return { data, meta: { pagination: { total: found.length, count: data.length } } }
}

/** One order, whose `shipments` is an object and not a list. */
export function showOrder({ orders }: Account, id: string): Json {
  const order = orders.find((each) => each.id === Number(id))
  if (!order) throw new Refusal(400, 'Order ID not found')
  const { shipmentId, status, awb, courier } = order
  return {
    data: {
      ...{ id: order.id, channel_order_id: referenceOf(order), status },
      ...(order.parcelStatus && { status_code: statuses[order.parcelStatus].order }),
      shipments: { id: shipmentId, order_id: order.id, awb, courier },
      awb_data: { awb },
    },
  }
}

export function listReturns({ orders }: Account, query: URLSearchParams): Json {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999']
  const [perPage, page] = [Number(query.get('per_page') ?? 15), Number(query.get('page') ?? 1)]
  const found = orders.filter(({ createdAt, isReturn }) => isReturn && createdAt >= from && createdAt <= to).toReversed()
  const data = found.slice((page - 1) * perPage, page * perPage).map((order) => ({
    ...{ id: order.id, channel_order_id: referenceOf(order), status: order.status, shipment_id: order.shipmentId },
    shipments: [{ courier: order.courier, awb: order.awb }],
  }))
  return { data, meta: { pagination: { total: found.length, count: data.length, per_page: perPage, current_page: page } } }
}

function cancelAll(found: readonly SimulatedOrder[]): void {
  if (found.some(({ status }) => !cancellable.has(status))) throw new Refusal(400, 'Cannot cancel an order that is picked up.')
  for (const order of found) Object.assign(order, { status: 'CANCELED', ...(order.awb && { parcelStatus: 'CANCELED' }) })
}

export function cancelOrders({ orders }: Account, { ids }: Json): Json {
  if (!Array.isArray(ids) || ids.length === 0) throw new Refusal(422, 'The ids field is required.')
  const found = ids.flatMap((id) => orders.find((order) => order.id === id) ?? [])
  if (found.length < ids.length) throw new Refusal(404, 'Order not found.')
  cancelAll(found)
  return { message: 'Order cancelled successfully.' }
}

export function cancelByNumbers({ orders }: Account, { awbs }: Json): Json {
  if (!Array.isArray(awbs) || awbs.length === 0) throw new Refusal(422, 'The awbs field is required.')
  cancelAll(orders.filter(({ awb }) => awb && awbs.includes(awb)))
  return { message: 'Bulk Shipment cancellation is in progress. Please wait for some time.' }
}
