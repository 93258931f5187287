import { beforeAll, expect, test } from 'vitest'
import { startBookings } from '#testing/courier-bookings.ts'
import { requestPickups } from './request-pickups.ts'

const { simulator, courier, shiprocket, request, database, cookies, saveParcelSettings, placeOrder, book, work } = await startBookings()
beforeAll(() => saveParcelSettings({ pickupName: 'Mill Road' }))

/** Noon in India, some days from now: all bookings are from before. */
const noon = (days: number) => new Date(`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T06:30:00Z`)
const run = (now: Date, hour = 11) => requestPickups({ database, courier, hour, now, signal: new AbortController().signal })

async function bookOrder() {
  const order = await placeOrder()
  await book(order)
  await work()
  return order
}
const countPickups = ({ made }: Awaited<ReturnType<typeof placeOrder>>) => made().map(({ pickups }) => pickups)

test('a booked parcel is asked for once, not before the hour, and not without the setting', async () => {
  const order = await bookOrder()
  await run(noon(2), 0)
  await run(noon(2), 13)
  expect(countPickups(order)).toEqual([0])
  await Promise.all([run(noon(2)), run(noon(2))])
  await run(noon(2))
  await run(noon(3))
  expect(countPickups(order)).toEqual([1])
})

test('one that is refused says so, delays no other, and is asked for on the next day', async () => {
  const [refused, fine] = [await bookOrder(), await bookOrder()]
  simulator.addFault({ path: '/courier/generate/pickup', status: 400, body: { message: 'Pickup location is closed.' } })
  await run(noon(4))
  await run(noon(4))
  expect([countPickups(refused), countPickups(fine)]).toEqual([[0], [1]])
  const desk = (await request('GET', '/order/admin/desk?view=booking-problems', { cookies })).json()
  expect(desk.orders).toMatchObject([
    {
      number: refused.number,
      bookingProblem: 'No pick-up is requested: Shiprocket does not collect this parcel: Pickup location is closed.',
    },
  ])
  await run(noon(5))
  expect(countPickups(refused)).toEqual([1])
  expect((await request('GET', '/order/admin/desk?view=booking-problems', { cookies })).json().orders).toEqual([])
})

test('one whose answer was lost is asked for on the next day, and Shiprocket says that it waits already', async () => {
  const order = await bookOrder()
  simulator.addFault({ path: '/courier/generate/pickup', status: 0, when: 'after' })
  await run(noon(6))
  await run(noon(7))
  expect(countPickups(order)).toEqual([1])
  const parcel = await database.selectFrom('courier_parcels').selectAll().where('order_id', '=', order.id).executeTakeFirstOrThrow()
  expect(parcel).toMatchObject({ pickup_problem: '', pickup_requested_at: expect.any(Date) })
})

test('one that has left, or whose booking is cancelled, is not asked for', async () => {
  const [shipped, cancelled] = [await bookOrder(), await bookOrder()]
  await shipped.post('/move', { to: 'Shipped' })
  await cancelled.post('/courier-booking/cancel', { reference: `${cancelled.number}-B1` })
  Object.assign(courier, shiprocket)
  await run(noon(8))
  expect([countPickups(shipped), countPickups(cancelled)]).toEqual([[0], [0]])
})
