import { addScan } from './parcels.ts'
import { type Account, type Json, Refusal, type SimulatedOrder } from './types.ts'

const couriers = ['Delhivery Surface', 'Xpressbees Surface', 'Ecom Express Surface', 'Blue Dart Surface']

export function findShipment({ orders }: Account, id: unknown): SimulatedOrder {
  const order = orders.find(({ shipmentId }) => shipmentId === Number(id))
  if (!order) throw new Refusal(404, 'Shipment not found.')
  return order
}

export function assignCourier(account: Account, { shipment_id, is_return, status }: Json): Json {
  const order = findShipment(account, shipment_id)
  if (order.isReturn && Number(is_return) !== 1) throw new Refusal(422, 'is_return is needed for a return order.')
  if (order.status === 'CANCELED') throw new Refusal(400, 'The order is cancelled.')
  if (status === 'reassign') replaceNumber(order)
  else if (order.awb) throw new Refusal(400, `AWB is already assigned: ${order.awb}.`)
  else if (order.isReturn) Object.assign(order, { awb: `RET${order.shipmentId}`, courier: 'Delhivery Reverse' })
  else setNumber(order, `FWD${order.shipmentId}`)
  const { awb, courier, shipmentId } = order
  return { awb_assign_status: 1, response: { data: { awb_code: awb, courier_name: courier, shipment_id: shipmentId, order_id: order.id } } }
}

function setNumber(order: SimulatedOrder, awb: string): void {
  const courier = couriers[order.oldAwbs.length % couriers.length] ?? ''
  Object.assign(order, { awb, courier, status: 'READY TO SHIP', pickups: 0, isManifested: false, scans: [] })
  addScan(order, 'AWB ASSIGNED')
}

/** The old number is not tracked any more. */
export function replaceNumber(order: SimulatedOrder): void {
  if (!order.awb) throw new Refusal(400, 'Oops! Cannot reassign courier for this shipment.')
  order.oldAwbs.push(order.awb)
  setNumber(order, `FWD${order.shipmentId}R${order.oldAwbs.length}`)
}

export function requestPickup(account: Account, { shipment_id }: Json): Json {
  if (!Array.isArray(shipment_id) || shipment_id.length !== 1) throw new Refusal(400, 'Invalid shipment id')
  const order = findShipment(account, shipment_id[0])
  if (!order.awb) throw new Refusal(400, 'Please assign an AWB first.')
  if (order.status === 'CANCELED') throw new Refusal(400, 'Invalid shipment id')
  if (order.pickups > 0) throw new Refusal(400, 'Already in Pickup Queue.')
  order.pickups += 1
  if (!order.isReturn) addScan(order, 'PICKUP SCHEDULED')
  return { pickup_status: 1, response: { pickup_scheduled_date: '2026-01-01 10:00:00', pickup_token_number: `PU-${order.id}`, status: 3 } }
}
