import { beforeAll, expect, test } from 'vitest'
import { startBookings } from '#testing/courier-bookings.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createNewsKey } from './parcel-news.ts'

const { simulator, shiprocket, courier, request, database, saveParcelSettings, placeOrder, book, work, track, trackingKey } =
  await startBookings()
beforeAll(() => saveParcelSettings({ pickupName: 'Mill Road' }))
const key = createNewsKey(trackingKey)
const limited = await createTestApp({ environment: { LIMITS_FACTOR: '0.01' } })

async function bookOrder() {
  const order = await placeOrder()
  await book(order)
  await work()
  await track()
  return order
}

const send = (body: object, headers: Record<string, string> = { 'x-api-key': key }) => request('POST', '/parcels/news', { body, headers })

/** As Shiprocket sends it. */
const buildMessage = ({ awb, reference }: { awb: string | undefined; reference: string }) => ({
  ...{ awb, courier_name: 'Delhivery Surface', current_status: 'IN TRANSIT', current_status_id: 20, shipment_status_id: 18 },
  ...{
    current_timestamp: '23 05 2023 11:43:52',
    order_id: reference,
    sr_order_id: 348456385,
    scans: [{ location: 'Jaipur' }],
    pod: 'a signature',
  },
})
const readMessages = (number: string) =>
  database.selectFrom('courier_messages').select(['reference', 'body']).where('tracking_number', '=', number).execute()

test('a message with the key of the shop is stored and makes the courier be asked, and the message is not believed', async () => {
  const order = await bookOrder()
  const [made] = order.made()
  const reply = await send(buildMessage({ awb: made?.awb, reference: `${order.number}-B1` }))
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Received' }])
  await track()
  expect(await order.read()).toMatchObject({ orderStatus: 'Packed' })
  await simulator.moveParcel(`${order.number}-B1`, 'IN TRANSIT')
  // An older one, about the number alone.
  await send(buildMessage({ awb: ` ${made?.awb.toLowerCase()} `, reference: '1373900_1' }))
  await track()
  expect(await order.read()).toMatchObject({ orderStatus: 'Shipped' })
  const [stored, ...more] = await readMessages(made?.awb ?? '')
  expect(more).toHaveLength(1)
  expect(stored).toMatchObject({ reference: `${order.number}-B1`, body: { current_status: 'IN TRANSIT' } })
  expect(stored?.body).not.toHaveProperty('scans')
})

test('a message about an unknown number, or of another shape, is answered in the same way', async () => {
  expect((await send(buildMessage({ awb: 'UNKNOWN1', reference: 'X' }))).statusCode).toBe(200)
  expect(await readMessages('UNKNOWN1')).toMatchObject([{ reference: null }])
  for (const body of [
    {},
    { awb: null },
    { awb: ['a'] },
    { awb: 'x'.repeat(5_000), order_id: { a: 1 } },
    { awb: '\ud83d' },
    { awb: 'A\0B' },
  ])
    expect((await send(body)).statusCode).toBe(200)
})

test.each([{}, { 'x-api-key': '' }, { 'x-api-key': `${key}x` }, { authorization: `Bearer ${key}` }])(
  'a message with %o is refused and not stored',
  async (headers) => {
    const reply = await send(buildMessage({ awb: 'REFUSED1', reference: 'X' }), headers as Record<string, string>)
    expect([reply.statusCode, reply.json().message]).toEqual([401, 'The key of this message is not the one of the shop.'])
    expect(await readMessages('REFUSED1')).toEqual([])
  },
)

test('many messages about one parcel cause one look, and one during a look causes another', async () => {
  const order = await bookOrder()
  const reference = `${order.number}-B1`
  const message = buildMessage({ awb: order.made()[0]?.awb, reference })
  const calls = simulator.calls.length
  await Promise.all(Array.from({ length: 50 }, () => send(message)))
  await track()
  expect(simulator.calls.slice(calls).filter((path) => path.startsWith('/orders/show'))).toHaveLength(1)
  let looks = 0
  courier.track = async (booking) => {
    looks += 1
    if (looks === 1) await send(message)
    return shiprocket.track(booking)
  }
  await send(message)
  await track()
  expect(looks).toBe(2)
})

test('the limit of requests of an address does not count messages with the key of the shop, and counts others', async () => {
  const send = (given: string) => limited.request('POST', '/parcels/news', { body: { awb: 'FWD1' }, headers: { 'x-api-key': given } })
  const codes = async (given: string) => {
    const replies = []
    for (let index = 0; index < 20; index += 1) replies.push((await send(given)).statusCode)
    return [...new Set(replies)]
  }
  expect(await codes(key)).toEqual([200])
  expect(await codes('wrong')).toEqual([401, 429])
})
