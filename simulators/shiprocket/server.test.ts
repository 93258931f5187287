import { expect, test } from 'vitest'
import { account, buildForward, buildReturn, startSimulator } from './testing/start-simulator.ts'

test('a parcel to a shopper gets a number, is found by its reference, and is cancelled until it is picked up', async () => {
  const { simulator, send, token } = await startSimulator()
  const create = (reference: string) => send('/orders/create/adhoc', { body: buildForward(reference), token })
  const [first, again] = [await create('N1-B1'), await create('N1-B1')]
  expect(again.body).toMatchObject({ order_id: first.body.order_id, status: 'NEW' })
  await create('N1-B12')
  const assigned = await send('/courier/assign/awb', { body: { shipment_id: first.body.shipment_id }, token })
  expect(assigned.body).toMatchObject({ awb_assign_status: 1 })
  const find = async () => (await send('/orders?search=N1-B1', { token })).body.data as Record<string, unknown>[]
  expect((await find()).map((order) => order.channel_order_id)).toEqual(['N1-B12', 'N1-B1'])
  expect((await find())[1]).toMatchObject({ status: 'READY TO SHIP', shipments: [{ awb: simulator.orders[0]?.awb }] })
  const cancel = () => send('/orders/cancel', { body: { ids: [first.body.order_id] }, token })
  simulator.pickUp('N1-B1')
  expect((await cancel()).status).toBe(400)
  Object.assign(simulator.orders[0] ?? {}, { status: 'READY TO SHIP' })
  expect((await cancel()).status).toBe(200)
  expect((await find())[1]).toMatchObject({ status: 'CANCELED' })
  expect((await create('N1-B1')).status).toBe(422)
  expect((await send('/orders/create/adhoc', { body: { order_id: 'N2-B1' }, token })).body.errors).toHaveProperty('pickup_location')
})

test('calls without a valid token are rejected', async () => {
  const { simulator, send, signIn, token } = await startSimulator()
  expect((await send('/auth/login', { body: { ...account, password: 'another' } })).status).toBe(403)
  expect((await send('/orders/processing/return')).status).toBe(401)
  expect((await send('/orders/processing/return', { token })).status).toBe(200)
  simulator.expireTokens()
  expect((await send('/orders/processing/return', { token })).status).toBe(401)
  expect((await send('/orders/processing/return', { token: await signIn() })).status).toBe(200)
})

test('a return gets a courier and then one pick-up', async () => {
  const { send, token } = await startSimulator()
  const created = await send('/orders/create/return', { body: buildReturn('R1-P1'), token })
  const shipmentId = created.body.shipment_id
  expect((await send('/courier/generate/pickup', { body: { shipment_id: [shipmentId] }, token })).status).toBe(400)
  const assign = { body: { shipment_id: shipmentId, is_return: 1 }, token }
  expect((await send('/courier/assign/awb', assign)).body).toMatchObject({ awb_assign_status: 1 })
  expect((await send('/courier/assign/awb', assign)).status).toBe(400)
  const pickup = { body: { shipment_id: [shipmentId] }, token }
  expect((await send('/courier/generate/pickup', pickup)).body).toMatchObject({ pickup_status: 1 })
  expect((await send('/courier/generate/pickup', pickup)).body).toMatchObject({ message: 'Already in Pickup Queue.' })
})

test('a reference names one order, until that is cancelled', async () => {
  const { simulator, send, token } = await startSimulator()
  const create = () => send('/orders/create/return', { body: buildReturn('R1-P1'), token })
  const [first, again] = [await create(), await create()]
  expect(again.body.order_id).toBe(first.body.order_id)
  expect((await send('/orders/processing/return', { token })).body.data).toMatchObject([{ channel_order_id: 'R1-P1' }])
  simulator.cancel('R1-P1')
  expect((await create()).status).toBe(422)
})

test('a return with a missing field names it', async () => {
  const { send, token } = await startSimulator()
  const reply = await send('/orders/create/return', { body: { ...buildReturn('R1-P1'), pickup_city: '' }, token })
  expect(reply).toMatchObject({ status: 422, body: { errors: { pickup_city: ['The pickup_city field is required.'] } } })
})

test('a fault fails the next call of its path, before or after it takes effect', async () => {
  const { simulator, send, token } = await startSimulator()
  const create = (reference: string) => send('/orders/create/return', { body: buildReturn(reference), token })
  simulator.addFault({ path: '/orders/create/return', status: 503 })
  expect((await create('R1-P1')).status).toBe(503)
  simulator.addFault({ path: '/orders/create/return', status: 0, when: 'after' })
  await expect(create('R2-P1')).rejects.toThrow()
  expect(simulator.orders.map(({ body }) => body.order_id)).toEqual(['R2-P1'])
})
