import type { ParcelStatus } from '@loom-and-lane/shiprocket-simulator'
import { beforeAll, describe, expect, test } from 'vitest'
import { startBookings } from '#testing/courier-bookings.ts'
import { requireStatus } from '#testing/require-status.ts'

const started = await startBookings()
const { simulator, shiprocket, courier, request, database, cookies, saveParcelSettings, placeOrder, book, work, track } = started
beforeAll(() => saveParcelSettings({ pickupName: 'Mill Road' }))

type Order = Awaited<ReturnType<typeof placeOrder>>
const toReference = ({ number }: Order) => `${number}-B1`
let hours = 0

async function bookOrder() {
  const order = await placeOrder()
  await book(order)
  await work()
  return order
}

async function makeDue(...orders: readonly Order[]): Promise<void> {
  await database
    .updateTable('courier_parcels')
    .set({ due_at: new Date(0) })
    .where('reference', 'in', orders.map(toReference))
    .execute()
}

/** Each move is an hour after the one before. */
const move = (order: Order, status: ParcelStatus, more: object = {}) => {
  hours += 1
  return simulator.moveParcel(toReference(order), status, { at: new Date(Date.now() + hours * 3_600_000), ...more })
}

async function moveAndTrack(order: Order, status: ParcelStatus, more?: object) {
  await move(order, status, more)
  await makeDue(order)
  await track()
}

const readParcel = async (order: Order) => (await request('GET', `/order/admin/parcels/${toReference(order)}`, { cookies })).json()
const readProblems = async () =>
  (await request('GET', '/order/admin/desk?view=booking-problems', { cookies }))
    .json()
    .orders.map(({ number }: { number: string }) => number) as string[]
const readStatus = async (order: Order) => (await order.read()).orderStatus

describe('an order follows its parcel', () => {
  test('from the pick-up to the delivery, forward only', async () => {
    const order = await bookOrder()
    await moveAndTrack(order, 'OUT FOR PICKUP')
    expect([await readStatus(order), (await readParcel(order)).state]).toEqual(['Packed', 'booked'])
    await moveAndTrack(order, 'PICKED UP')
    expect([await readStatus(order), (await readParcel(order)).state]).toEqual(['Shipped', 'picked up'])
    await moveAndTrack(order, 'OUT FOR DELIVERY', { location: 'Jaipur (Rajasthan)' })
    const { journey, events } = await order.read()
    expect(journey).toMatchObject({
      ...{ state: 'out for delivery', expectedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      steps: [{ state: 'out for delivery', place: 'Jaipur (Rajasthan)' }, { state: 'picked up' }, { state: 'booked' }],
    })
    expect(events.at(-1)).toMatchObject({ type: 'Shipped', actor: 'system' })
    await moveAndTrack(order, 'DELIVERED', { isStale: true })
    expect(await order.read()).toMatchObject({
      orderStatus: 'Delivered',
      paymentStatus: 'Paid',
      journey: { state: 'delivered', expectedOn: null },
    })
    expect(await readParcel(order)).toMatchObject({ nextLookAt: null, problem: '' })
  })

  test('an administrator may overrule the courier, and says why in a note', async () => {
    const order = await bookOrder()
    await moveAndTrack(order, 'IN TRANSIT')
    const read = async () => (await request('GET', `/order/admin/${order.id}`, { cookies })).json()
    expect((await read()).booking).toMatchObject({ parcelState: 'in transit' })
    const body = { to: 'Delivered', from: 'Shipped', reason: 'The customer says that she has it.' }
    requireStatus(await request('POST', `/order/admin/${order.id}/move`, { cookies, body }), 200)
    expect((await read()).notes).toMatchObject([{ text: 'Delivered: The customer says that she has it.' }])
  })

  test('over steps that nobody reported', async () => {
    const order = await bookOrder()
    await moveAndTrack(order, 'DELIVERED')
    expect((await order.read()).events.slice(-2)).toMatchObject([{ type: 'Shipped' }, { type: 'Delivered' }])
  })

  test.each([
    ['Customer refused delivery', 'Refused'],
    ['CANCELLED BY CUSTOMER', 'Refused'],
    ['Address rejected by rider app', 'Undelivered'],
    ['Door locked', 'Undelivered'],
  ])('back to the shop: %s is %s', async (reason, status) => {
    const order = await bookOrder()
    await moveAndTrack(order, 'UNDELIVERED', { reason })
    expect(await readParcel(order)).toMatchObject({ state: 'failed', attempts: 1, reason })
    await moveAndTrack(order, 'RTO INITIATED')
    expect(await order.read()).toMatchObject({ orderStatus: status, returnedParcel: 'on its way' })
    await moveAndTrack(order, 'RTO DELIVERED')
    expect([await readStatus(order), (await readParcel(order)).nextLookAt]).toEqual([status, null])
  })

  test('but is never cancelled by the courier', async () => {
    const order = await bookOrder()
    simulator.cancel(toReference(order))
    await makeDue(order)
    await track()
    expect(await readStatus(order)).toBe('Packed')
    const problem = 'Shiprocket has cancelled the parcel: cancel the booking, and book it again.'
    expect(await readParcel(order)).toMatchObject({ state: 'cancelled', problem })
    const desk = (await request('GET', '/order/admin/desk?view=booking-problems', { cookies })).json()
    expect(desk.orders.find((each: { number: string }) => each.number === order.number)).toMatchObject({ bookingProblem: problem })
    // The booking ends, and the next one has no problem.
    await order.post('/courier-booking/cancel', { reference: toReference(order) })
    await work()
    await book(order)
    await work()
    expect(await readProblems()).not.toContain(order.number)
  })

  test('and what does not fit is a problem', async () => {
    const [delivered, cancelled] = [await bookOrder(), await bookOrder()]
    await moveAndTrack(delivered, 'DELIVERED')
    await move(delivered, 'RTO INITIATED')
    await cancelled.post('/move', { to: 'Cancelled' })
    await move(cancelled, 'IN TRANSIT')
    await makeDue(delivered, cancelled)
    await track()
    expect(await readParcel(delivered)).toMatchObject({ problem: 'Shiprocket says “returning”, but the order is Delivered.' })
    const problem = 'Shiprocket says “in transit”, but the order is Cancelled.'
    expect(await readParcel(cancelled)).toMatchObject({ problem })
    const path = `/order/admin/parcels/${toReference(cancelled)}/resolve`
    const resolve = (read: string) => request('POST', path, { cookies, body: { problem: read, note: 'Called the courier.' } })
    expect((await resolve('Another one.')).statusCode).toBe(409)
    requireStatus(await resolve(problem), 200)
    expect((await resolve(problem)).statusCode).toBe(409)
    expect(await readProblems()).not.toContain(cancelled.number)
    expect((await cancelled.read()).notes).toMatchObject([{ text: `${problem} Called the courier.` }])
    await makeDue(cancelled)
    await track()
    expect([await readParcel(cancelled), await readProblems()]).toEqual([
      expect.objectContaining({ problem: '' }),
      expect.not.arrayContaining([cancelled.number]),
    ])
  })

  test('and an unknown code changes nothing', async () => {
    const order = await bookOrder()
    await moveAndTrack(order, 'PICKED UP')
    const body = { tracking_data: { shipment_track: [{ current_status_id: 99 }] } }
    simulator.addFault({ path: '/courier/track/awb/:id', status: 200, body })
    await makeDue(order)
    await track()
    const problem = 'Shiprocket says code 99, which the shop does not know.'
    expect(await readParcel(order)).toMatchObject({ state: 'picked up', code: '99', problem })
    expect(await readStatus(order)).toBe('Shipped')
  })
})

test('a number that the courier replaces is adopted, and the shopper is told', async () => {
  const order = await bookOrder()
  await moveAndTrack(order, 'PICKED UP')
  const next = await simulator.reassign(toReference(order))
  await database.updateTable('outbox_mails').set({ state: 'sent' }).where('state', '=', 'waiting').execute()
  await makeDue(order)
  await track()
  const { shipments, booking, events } = await order.read()
  expect([shipments[0].trackingNumber, booking.trackingNumber]).toEqual([next, next])
  expect(events.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(['Shipment changed', 'Tracking number added']))
  await work()
  expect((await order.read()).booking).toMatchObject({ state: 'booked', trackingNumber: next })
})

test('a look whose answer cannot be stored says so, waits longer each time, and stops no other', async () => {
  const [failing, fine] = [await bookOrder(), await bookOrder()]
  await move(fine, 'PICKED UP')
  courier.track = async (booking) => {
    const tracked = await shiprocket.track(booking)
    return booking.reference === toReference(failing) ? { ...tracked, answer: { text: '\0' } } : tracked
  }
  const waits: number[] = []
  for (let look = 0; look < 3; look += 1) {
    await makeDue(failing, fine)
    await expect(track()).rejects.toThrow()
    const { nextLookAt, lookProblem } = await readParcel(failing)
    expect(lookProblem).toBe('The answer of the courier could not be stored.')
    waits.push(Math.round((Date.parse(nextLookAt) - Date.now()) / 600_000))
  }
  expect(waits).toEqual([1, 2, 4])
  expect(await readStatus(fine)).toBe('Shipped')
})

test('a parcel of more than 30 days is not looked at again after a failed look', async () => {
  const order = await bookOrder()
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  await database
    .updateTable('courier_parcels')
    .set({ created_at: days(31) })
    .where('reference', '=', toReference(order))
    .execute()
  simulator.addFault({ path: '/orders/show/:id', status: 500 })
  await makeDue(order)
  await track()
  expect(await readParcel(order)).toMatchObject({ nextLookAt: null, lookProblem: 'Shiprocket does not answer.' })
})

test('when Shiprocket takes no more requests, the others wait for the next run', async () => {
  const orders = [await bookOrder(), await bookOrder(), await bookOrder()]
  await makeDue(...orders)
  for (let index = 0; index < 3; index += 1) simulator.addFault({ path: '/orders/show/:id', status: 429 })
  const calls = simulator.calls.length
  await track()
  expect(simulator.calls.length - calls).toBe(1)
  await track()
  await track()
  await track()
  const states = await Promise.all(orders.map(async (order) => (await readParcel(order)).lookProblem))
  expect(states.filter((problem) => problem !== '')).toHaveLength(3)
})

test('an order that Shiprocket cancels while its parcel is on its way is a problem, and is looked at further', async () => {
  const order = await bookOrder()
  await moveAndTrack(order, 'IN TRANSIT')
  courier.track = async (booking) => ({ ...(await shiprocket.track(booking)), isCancelled: true })
  await makeDue(order)
  await track()
  const problem = 'Shiprocket has cancelled its order, but says “in transit” of the parcel.'
  expect(await readParcel(order)).toMatchObject({ state: 'in transit', problem, nextLookAt: expect.any(String) })
})

test.each([401, 500, 0])('a look that is answered with %i is repeated later, and stops no other', async (status) => {
  const [failing, fine] = [await bookOrder(), await bookOrder()]
  await Promise.all([move(failing, 'PICKED UP'), move(fine, 'PICKED UP')])
  await makeDue(failing)
  await database
    .updateTable('courier_parcels')
    .set({ due_at: new Date(1) })
    .where('reference', '=', toReference(fine))
    .execute()
  if (status === 401) simulator.addFault({ path: '/auth/login', status: 500 })
  if (status === 401) simulator.expireTokens()
  else simulator.addFault({ path: '/orders/show/:id', status })
  await track()
  expect((await readParcel(failing)).lookProblem).toContain('Shiprocket')
  expect(await readStatus(fine)).toBe('Shipped')
  await makeDue(failing)
  await track()
  expect([await readStatus(failing), (await readParcel(failing)).lookProblem]).toEqual(['Shipped', ''])
})

test('the outcome of a look is dropped when a later one has begun', async () => {
  const order = await bookOrder()
  await move(order, 'PICKED UP')
  await makeDue(order)
  courier.track = async (booking) => {
    const tracked = await shiprocket.track(booking)
    await database.updateTable('courier_parcels').set({ tries: 1_000 }).where('reference', '=', toReference(order)).execute()
    return tracked
  }
  await track()
  expect([await readStatus(order), (await readParcel(order)).state]).toEqual(['Packed', null])
})

test('“Look now” asks at once, for those who may work on orders', async () => {
  const order = await bookOrder()
  await move(order, 'IN TRANSIT')
  const path = `/order/admin/parcels/${toReference(order)}/look`
  const reply = requireStatus(await request('POST', path, { cookies }), 200).json()
  expect(reply).toMatchObject({ message: 'Shiprocket was asked', parcel: { state: 'in transit', orderStatus: 'Shipped', code: '18' } })
  expect((await request('POST', path, {})).statusCode).toBe(401)
  expect((await request('GET', '/order/admin/parcels/NOPE-B1', { cookies })).statusCode).toBe(404)
})
