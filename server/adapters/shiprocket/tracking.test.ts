import { createSimulator } from '@loom-and-lane/shiprocket-simulator'
import { afterAll, expect, test } from 'vitest'
import type { ParcelState } from '#contract/shipping/parcel-states.ts'
import { createShiprocket } from './shiprocket.ts'
import { parcelStateOfCode } from './tracking.ts'

const account = { email: 'api@shop.example', password: 'a password' }
const simulator = createSimulator(account)
const { courier } = createShiprocket({ ...account, apiUrl: await simulator.listen() })
afterAll(() => simulator.close())

const expected: Readonly<Record<ParcelState, readonly number[]>> = {
  booked: [1, 2, 3, 4, 5, 16, 19, 52],
  'pickup failed': [13, 15, 20],
  'picked up': [42],
  'in transit': [6, 18, 22, 38, 39],
  'out for delivery': [17],
  failed: [21],
  delivered: [7],
  returning: [9, 14, 40, 41, 46],
  returned: [10],
  lost: [12, 76],
  damaged: [24, 25],
  cancelled: [8],
}
const rows = Object.entries(expected).flatMap(([state, codes]) => codes.map((code) => [code, state] as const))

test.each(rows)('code %i means %s', (code, state) => {
  expect(parcelStateOfCode[code]).toBe(state)
})

test('no other code is known', () => {
  expect(Object.keys(parcelStateOfCode).map(Number)).toEqual(rows.map(([code]) => code).toSorted((a, b) => a - b))
})

const parcel = {
  ...{ firstName: 'Asha', lastName: 'Rao', address: '4 Mill Road', city: 'Jaipur', state: 'Rajasthan', pinCode: '302001' },
  ...{ phone: '9876543210', email: 'asha@example.com', toCollect: 499, total: 499, placedAt: new Date() },
  ...{ items: [{ name: 'Tee', sku: 'T', quantity: 1, price: 499 }], weightGrams: 300, lengthCm: 30, breadthCm: 25, heightCm: 3 },
}
let counter = 0
async function book() {
  counter += 1
  const reference = `T${counter}-B1`
  const booked = await courier.book({ reference, pickupName: 'Mill Road', parcel: parcel as never })
  return { reference, booked, track: () => courier.track({ reference, orderId: booked.orderId }) }
}

test('the parcel counts, not the top level of the answer, and no personal data is kept', async () => {
  const { reference, booked, track } = await book()
  await simulator.moveParcel(reference, 'OUT FOR DELIVERY', { at: new Date('2036-11-28T04:30:00Z') })
  await simulator.moveParcel(reference, 'IN TRANSIT', {
    at: new Date('2036-11-28T03:30:00Z'),
    reason: 'Call Ravi +91 98765-43211 (AWB 190414247515)',
  })
  await simulator.moveParcel(reference, 'DELIVERED', {
    isStale: true,
    at: new Date('2036-11-28T06:30:00Z'),
    location: 'Jaipur\u0000 (Rajasthan)',
  })
  const tracked = await track()
  expect(tracked).toMatchObject({ state: 'delivered', code: '7', isCancelled: false, assigned: { trackingNumber: booked.trackingNumber } })
  expect(tracked.scans.slice(0, 2)).toMatchObject([
    { state: 'delivered', place: 'Jaipur (Rajasthan)', happenedAt: new Date('2036-11-28T06:30:00Z') },
    { state: 'out for delivery' },
  ])
  expect(tracked.scans[2]?.text).toBe('Call Ravi (AWB 190414247515)')
  expect(JSON.stringify(tracked.answer)).not.toMatch(/Asha|9876543210|98765-43211|delivered_to|consignee/)
})

test('a code that is another one among the codes of orders is read from the newest scan', async () => {
  const { track } = await book()
  const read = async (status: number, scans: object[]) => {
    const body = { tracking_data: { shipment_track: [{ current_status_id: status }], shipment_track_activities: scans } }
    simulator.addFault({ path: '/courier/track/awb/:id', status: 200, body })
    return (await track()).state
  }
  const scan = { date: '2026-11-28 10:00:00', activity: 'In Transit', 'sr-status': '18' }
  expect(await read(20, [scan])).toBe('in transit')
  expect(await read(20, [])).toBe('pickup failed')
  expect(await read(7, [scan])).toBe('delivered')
})

test('texts of the courier can be stored', async () => {
  const { reference, track } = await book()
  await simulator.moveParcel(reference, 'IN TRANSIT', { location: 'Jai\0pur \ud83d', reason: 'Half \ude00' })
  const { scans, answer } = await track()
  expect(scans[0]).toMatchObject({ place: 'Jai pur \ufffd', text: 'Half \ufffd' })
  expect(JSON.stringify(answer)).not.toMatch(/\\u0000|\\ud83d|\\ude00/)
})

test('a replaced number is that of the order', async () => {
  const { reference, track } = await book()
  const next = await simulator.reassign(reference)
  expect(await track()).toMatchObject({ assigned: { trackingNumber: next } })
})

test('a cancelled order is said, and an unknown code has no state', async () => {
  const [cancelled, odd] = [await book(), await book()]
  simulator.cancel(cancelled.reference)
  expect(await cancelled.track()).toMatchObject({ isCancelled: true })
  const body = {
    tracking_data: { shipment_track: [{ current_status_id: 99 }], shipment_track_activities: [{ date: 'soon', 'sr-status': 'NA' }] },
  }
  simulator.addFault({ path: '/courier/track/awb/:id', status: 200, body })
  expect(await odd.track()).toMatchObject({ code: '99', state: null, scans: [] })
})

test.each([
  ['/orders/show/:id', { status: 429 }, 'Shiprocket takes no more requests at the moment.'],
  ['/courier/track/awb/:id', { status: 500 }, 'Shiprocket does not answer.'],
  ['/courier/track/awb/:id', { status: 0 }, 'Shiprocket does not answer.'],
  ['/courier/track/awb/:id', { status: 200, body: { tracking_data: 'soon' } }, 'Shiprocket does not answer.'],
])('%s that fails with %o is an error', async (path, fault, message) => {
  const { track } = await book()
  simulator.addFault({ path, ...fault })
  await expect(track()).rejects.toThrow(message)
  expect(await track()).toMatchObject({ isCancelled: false })
})
