import { beforeAll, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { startBookings } from '#testing/courier-bookings.ts'

const { simulator, request, database, cookies, saveParcelSettings, placeOrder, book, work, makeDue } = await startBookings()
beforeAll(() => saveParcelSettings({ pickupName: 'Mill Road' }))

async function readProblems() {
  const reply = (await request('GET', '/order/admin/desk?view=booking-problems', { cookies })).json<CallReply<'GET /order/admin/desk'>>()
  expect(reply.counts['booking-problems']).toBe(reply.orders.length)
  return Object.fromEntries(reply.orders.map(({ number, bookingProblem }) => [number, bookingProblem]))
}

const changeCollect = (id: string, rupees: number) =>
  database
    .updateTable('orders')
    .set({ collect_paise: toPaise(rupees) })
    .where('id', '=', id)
    .execute()

test('the view of booking problems lists what was rejected, is outdated or is not cancelled, until it is solved', async () => {
  const [rejected, outdated, uncancelled, fine] = [await placeOrder(), await placeOrder(), await placeOrder(), await placeOrder()]
  await book(outdated, uncancelled, fine)
  await work()
  expect(await readProblems()).toEqual({})
  simulator.addFault({ path: '/courier/assign/awb', status: 422, body: { message: 'Pincode is not serviceable' } })
  await book(rejected)
  await work()
  await changeCollect(outdated.id, 0)
  const rejection = 'Shiprocket does not book this parcel: Pincode is not serviceable.'
  const change = 'The parcel was booked with ₹499 to collect, now ₹0: book it again.'
  expect(await readProblems()).toEqual({ [rejected.number]: rejection, [outdated.number]: change })
  simulator.pickUp(`${uncancelled.number}-B1`)
  await changeCollect(uncancelled.id, 0)
  await work()
  await makeDue()
  await work()
  const refusal =
    'Shiprocket does not cancel the booking: Cannot cancel an order that is picked up. Cancel it on its page, or have the parcel brought back.'
  // The courier keeps the earlier parcel, also when another one is booked for the order.
  await book(uncancelled, outdated, rejected)
  await work()
  expect(await readProblems()).toEqual({ [uncancelled.number]: refusal })
  simulator.cancel(`${uncancelled.number}-B1`)
  await makeDue()
  await work()
  expect(await readProblems()).toEqual({})
})

test('a rejected booking is no problem any more when its order is shipped with a number that was entered', async () => {
  const order = await placeOrder()
  simulator.addFault({ path: '/courier/assign/awb', status: 422, body: { message: 'Pincode is not serviceable' } })
  await book(order)
  await work()
  expect(Object.keys(await readProblems())).toEqual([order.number])
  const { version } = await order.read()
  await order.post('/shipment', { version, courier: 'delhivery', trackingNumber: 'HAND1234567', ship: true })
  expect(await readProblems()).toEqual({})
})
