import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { buildForward, startSimulator } from './testing/start-simulator.ts'

async function startParcels() {
  const started = await startSimulator()
  const { simulator, send: sendCall, token } = started
  const send = (path: string, body?: object) => sendCall(path, { token, ...(body && { body }) })
  async function book(reference: string) {
    const { shipment_id: shipmentId, order_id: orderId } = (await send('/orders/create/adhoc', buildForward(reference))).body
    await send('/courier/assign/awb', { shipment_id: shipmentId })
    return { shipmentId, orderId, awb: simulator.orders.at(-1)?.awb ?? '' }
  }
  const track = async (awb: string) => (await send(`/courier/track/awb/${awb}`)).body.tracking_data as Record<string, unknown>
  return { ...started, send, book, track }
}

async function startReceiver() {
  const received: { key: unknown; body: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ key: request.headers['x-api-key'], body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a parcel is tracked by number, shipment and reference', async () => {
  const { simulator, send, book, track } = await startParcels()
  const { awb, shipmentId, orderId } = await book('N1-B1')
  await simulator.moveParcel('N1-B1', 'PICKED UP', { at: new Date('2026-11-28T04:30:00Z') })
  await simulator.moveParcel('N1-B1', 'IN TRANSIT', { location: 'Jaipur (Rajasthan)' })
  const found = await track(awb)
  expect(found).toMatchObject({
    ...{ track_status: 1, shipment_status: 18 },
    shipment_track: [{ awb_code: awb, current_status: 'IN TRANSIT', pickup_date: '2026-11-28 10:00:00' }],
    shipment_track_activities: [{ 'sr-status': '18', location: 'Jaipur (Rajasthan)' }, { 'sr-status': '42' }, { 'sr-status': '1' }],
  })
  expect((await send(`/courier/track/shipment/${shipmentId}`)).body.tracking_data).toEqual(found)
  expect((await send('/courier/track?order_id=N1-B1')).body).toEqual([{ tracking_data: found }])
  expect((await send('/courier/track/awbs', { awbs: [awb] })).body).toEqual({ [awb]: { tracking_data: found } })
  expect((await send(`/orders/show/${orderId}`)).body.data).toMatchObject({ status: 'IN TRANSIT', shipments: { awb } })
  expect(await track('unknown')).toMatchObject({ track_status: 0 })
})

test('the top level of a tracking reply can lag behind', async () => {
  const { simulator, book, track } = await startParcels()
  const { awb } = await book('N1-B1')
  await simulator.moveParcel('N1-B1', 'OUT FOR DELIVERY')
  await simulator.moveParcel('N1-B1', 'DELIVERED', { isStale: true })
  expect(await track(awb)).toMatchObject({ shipment_status: 17, shipment_track: [{ current_status: 'DELIVERED' }] })
})

test('a replaced number is found by the order, and no longer tracked', async () => {
  const { simulator, send, book, track } = await startParcels()
  const { awb, shipmentId, orderId } = await book('N1-B1')
  const next = await simulator.reassign('N1-B1')
  expect(next).not.toBe(awb)
  expect(await track(awb)).toMatchObject({ track_status: 0 })
  expect(await track(next)).toMatchObject({ shipment_track: [{ awb_code: next }] })
  expect((await send(`/orders/show/${orderId}`)).body.data).toMatchObject({ shipments: { id: shipmentId, awb: next } })
  expect((await send(`/orders?search=${next}`)).body.data).toMatchObject([{ channel_order_id: 'N1-B1' }])
})

test('a failed delivery is listed until it is answered with its way back', async () => {
  const { simulator, send, book } = await startParcels()
  const { awb } = await book('N1-B1')
  const answer = (action: string) => send(`/ndr/${awb}/action`, { action, comments: 'Call first' })
  expect((await answer('re-attempt')).status).toBe(400)
  await simulator.moveParcel('N1-B1', 'UNDELIVERED', { reason: 'Door locked' })
  expect((await send('/ndr/all')).body.data).toMatchObject([{ awb_code: awb, reason: 'Door locked', attempts: 1 }])
  expect(await answer('re-attempt')).toMatchObject({ status: 202, body: { status: 'Data Updated Sucessfully' } })
  await simulator.moveParcel('N1-B1', 'UNDELIVERED', { reason: 'Refused' })
  expect((await send(`/ndr/${awb}`)).body.data).toMatchObject([{ attempts: 2, history: [{ comment: 'Call first' }, { comment: '' }] }])
  expect((await answer('something')).status).toBe(422)
  await answer('return')
  expect((await send('/ndr/all')).body.data).toEqual([])
  expect(simulator.orders[0]).toMatchObject({ status: 'RTO INITIATED' })
})

test('a parcel is cancelled by its number until the courier comes', async () => {
  const { simulator, send, book } = await startParcels()
  const { awb } = await book('N1-B1')
  const other = await book('N2-B1')
  expect((await send('/orders/cancel/shipment/awbs', { awbs: [awb] })).status).toBe(200)
  expect(simulator.orders[0]).toMatchObject({ status: 'CANCELED' })
  await simulator.moveParcel('N2-B1', 'OUT FOR PICKUP')
  expect((await send('/orders/cancel/shipment/awbs', { awbs: [other.awb] })).status).toBe(400)
})

test('labels and manifests are PDF files in the order of the ids', async () => {
  const { send, book } = await startParcels()
  const [first, second] = [await book('N1-B1'), await book('N2-B1')]
  const ids = [second.shipmentId, first.shipmentId]
  const label = (await send('/courier/generate/label', { shipment_id: [...ids, 1] })).body
  expect(label).toMatchObject({ label_created: 1, not_created: [1] })
  const file = await fetch(String(label.label_url))
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect([...(await file.text()).matchAll(/AWB (\w+)/g)].map(([, awb]) => awb)).toEqual([second.awb, first.awb])
  expect((await send('/courier/generate/label', { shipment_id: [1] })).body).toMatchObject({ label_created: 0 })
  const generate = () => send('/manifests/generate', { shipment_id: ids })
  expect((await generate()).body).toEqual({ status: 1, manifest_url: '' })
  for (const id of ids) await send('/courier/generate/pickup', { shipment_id: [id] })
  expect((await fetch(String((await generate()).body.manifest_url))).status).toBe(200)
  expect(await generate()).toMatchObject({ status: 400, body: { already_manifested_shipment_ids: ids } })
  const printed = await send('/manifests/print', { order_ids: [first.orderId] })
  expect(printed.body.manifest_url).toMatch(/\.pdf$/)
})

test('messages are sent, held, reversed, dropped and duplicated', async () => {
  const { simulator, book } = await startParcels()
  const { received, url } = await startReceiver()
  simulator.setWebhook({ url, key: 'a key' })
  const { awb } = await book('N1-B1')
  await simulator.moveParcel('N1-B1', 'IN TRANSIT', { at: new Date('2026-11-28T04:30:00Z') })
  expect(received).toMatchObject([
    {
      key: 'a key',
      body: { awb, order_id: 'N1-B1', current_status_id: 20, shipment_status_id: 18, current_timestamp: '28 11 2026 10:00:00' },
    },
  ])
  simulator.setMessageMode('drop')
  await simulator.moveParcel('N1-B1', 'OUT FOR DELIVERY')
  simulator.setMessageMode('hold')
  await simulator.moveParcel('N1-B1', 'UNDELIVERED')
  await simulator.moveParcel('N1-B1', 'DELIVERED')
  expect(received).toHaveLength(1)
  await simulator.flushMessages({ isReversed: true })
  simulator.setMessageMode('duplicate')
  await simulator.moveParcel('N1-B1', 'RTO DELIVERED')
  const statuses = received.map(({ body }) => body.current_status)
  expect(statuses).toEqual(['IN TRANSIT', 'DELIVERED', 'UNDELIVERED', 'RTO DELIVERED', 'RTO DELIVERED'])
  expect(simulator.messages.map(({ status }) => status)).toEqual([200, undefined, 200, 200, 200])
})

test('a used reference can give its cancelled order with the dead number', async () => {
  const { simulator, send, book } = await startParcels()
  const { awb } = await book('N1-B1')
  simulator.cancel('N1-B1')
  expect((await send('/orders/create/adhoc', buildForward('N1-B1'))).status).toBe(422)
  simulator.setRepeatedOrders('old')
  expect((await send('/orders/create/adhoc', buildForward('N1-B1'))).body).toMatchObject({ status: 'CANCELED', awb_code: awb })
})

test('the control page lists parcels, and its calls move them', async () => {
  const { url, send, simulator, book } = await startParcels()
  const { awb } = await book('N1-B1')
  const control = (path: string, body: object) => fetch(`${url}/_simulator/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect((await control('move', { reference: 'N1-B1', status: 'LOST' })).status).toBe(200)
  expect(simulator.orders[0]).toMatchObject({ status: 'LOST' })
  expect((await control('move', { reference: 'N1-B1', status: 'TELEPORTED' })).status).toBe(400)
  expect((await control('move', { reference: 'N9-B1', status: 'LOST' })).status).toBe(400)
  expect(await (await control('reassign', { reference: 'N1-B1' })).json()).toEqual({ awb: `${awb}R1` })
  await control('faults', { path: '/courier/track/awb/:id', status: 429 })
  expect((await send(`/courier/track/awb/${awb}`)).status).toBe(429)
  expect((await send(`/courier/track/awb/${awb}`)).status).toBe(200)
  expect(await (await fetch(`${url}/_simulator`)).text()).toContain(`${awb}R1`)
})
