import { beforeAll, describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { startBookings } from '#testing/courier-bookings.ts'

const { simulator, shiprocket, courier, request, database, cookies, saveParcelSettings, placeOrder, book, work, makeDue } =
  await startBookings()
beforeAll(() => saveParcelSettings({ pickupName: 'Mill Road' }))

async function bookOrder() {
  const order = await placeOrder()
  await book(order)
  await work()
  return order
}

type Order = Awaited<ReturnType<typeof placeOrder>>

const readBooking = async (order: Order) => (await order.read()).booking
const changeCollect = ({ id }: Order, rupees: number) =>
  database
    .updateTable('orders')
    .set({ collect_paise: toPaise(rupees) })
    .where('id', '=', id)
    .execute()
const changeAddress = async (order: Order, change: object) => {
  const { version, deliveryAddress } = await order.read()
  return order.post('/address', { version, address: { ...deliveryAddress, ...change } })
}
const print = async ({ number }: Order) =>
  (await request('POST', '/order/admin/print', { cookies, body: { numbers: [number] } })).json().orders[0]

describe('a booking is cancelled at the courier', () => {
  test('when what is to be collected changes, is named until then, and is made again with the next reference', async () => {
    const order = await bookOrder()
    await changeCollect(order, 0)
    const problem = 'The parcel was booked with ₹499 to collect, now ₹0: book it again.'
    expect((await print(order)).bookingProblem).toBe(problem)
    expect(await readBooking(order)).toMatchObject({ state: 'booked', problem, canBook: true })
    await work()
    expect(await readBooking(order)).toMatchObject({ state: 'cancelled', problem, canBook: true })
    expect(await order.read()).toMatchObject({ shipments: [] })
    expect((await print(order)).bookingProblem).toBe(problem)
    await book(order)
    await work()
    expect(order.made().map(({ status, body }) => [status, body.order_id, body.payment_method])).toEqual([
      ['CANCELED', `${order.number}-B1`, 'COD'],
      ['READY TO SHIP', `${order.number}-B2`, 'Prepaid'],
    ])
    expect(await print(order)).not.toHaveProperty('bookingProblem')
  })

  test('when it is made again before the job has seen the change', async () => {
    const order = await bookOrder()
    await changeCollect(order, 0)
    expect(await book(order)).toMatchObject({ leftOut: [], bookings: [{ reference: `${order.number}-B2`, state: 'requested' }] })
    await work()
    expect(order.made().map(({ status }) => status)).toEqual(['CANCELED', 'READY TO SHIP'])
  })

  test('when its address changes, but not for another email address', async () => {
    const order = await bookOrder()
    await changeAddress(order, { email: 'other@example.com' })
    await work()
    expect(await readBooking(order)).toMatchObject({ state: 'booked', problem: null })
    await changeAddress(order, { address: '9 Other Road' })
    await work()
    expect(await readBooking(order)).toMatchObject({
      ...{ state: 'cancelled', problem: 'The parcel was booked with an earlier address: book it again.' },
    })
  })

  test('when its number is removed', async () => {
    const order = await bookOrder()
    const { version } = await order.read()
    await order.post('/shipment/remove', { version })
    await work()
    expect(await readBooking(order)).toMatchObject({ state: 'cancelled', problem: null, canBook: true })
    expect(order.made()).toMatchObject([{ status: 'CANCELED' }])
  })

  test('when its order was cancelled and that can no longer be undone', async () => {
    const order = await bookOrder()
    await order.post('/move', { to: 'Cancelled' })
    await work()
    expect((await readBooking(order)).state).toBe('booked')
    await database
      .updateTable('order_events')
      .set({ happened_at: new Date(0) })
      .where('order_id', '=', order.id)
      .execute()
    await work()
    expect(await readBooking(order)).toMatchObject({ state: 'cancelled', problem: null, canBook: false, canCancel: false })
    expect(order.made()).toMatchObject([{ status: 'CANCELED' }])
  })

  test('by hand, once, and its number is removed', async () => {
    const order = await bookOrder()
    const body = { reference: `${order.number}-B1` }
    const reply = (await order.post('/courier-booking/cancel', body)).json()
    expect(reply.order).toMatchObject({ shipments: [], booking: { state: 'cancelling', canCancel: false, canBook: true } })
    await work()
    expect((await readBooking(order)).state).toBe('cancelled')
    const again = await request('POST', `/order/admin/${order.id}/courier-booking/cancel`, { cookies, body })
    expect([again.statusCode, again.json().code]).toEqual([409, 'booking_not_cancellable'])
  })

  test('never after it was shipped', async () => {
    const order = await bookOrder()
    await order.post('/move', { to: 'Shipped' })
    await changeCollect(order, 0)
    const { version } = await order.read()
    await order.post('/shipment/remove', { version })
    await work()
    const cancel = { cookies, body: { reference: `${order.number}-B1` } }
    expect((await request('POST', `/order/admin/${order.id}/courier-booking/cancel`, cancel)).statusCode).toBe(409)
    expect(await readBooking(order)).toMatchObject({ state: 'booked', problem: null, canCancel: false })
    expect(order.made()).toMatchObject([{ status: 'READY TO SHIP' }])
  })

  test('also when it changes while the courier is asked', async () => {
    const order = await placeOrder()
    await book(order)
    courier.book = async (parcel) => {
      const booked = await shiprocket.book(parcel)
      await changeAddress(order, { address: '9 Other Road' })
      return booked
    }
    await work()
    Object.assign(courier, shiprocket)
    await work()
    expect(await readBooking(order)).toMatchObject({ state: 'cancelled' })
    expect(order.made()).toMatchObject([{ status: 'CANCELED' }])
  })

  test('also when it was cancelled by hand while the courier is asked', async () => {
    const order = await placeOrder()
    await book(order)
    courier.book = async (parcel) => {
      await order.post('/courier-booking/cancel', { reference: parcel.reference })
      return shiprocket.book(parcel)
    }
    await work()
    expect(await order.read()).toMatchObject({ shipments: [], booking: { state: 'cancelling' } })
    await makeDue()
    await work()
    expect(await readBooking(order)).toMatchObject({ state: 'cancelled' })
    expect(order.made()).toMatchObject([{ status: 'CANCELED' }])
  })

  test('and was never asked for: then nothing is sent', async () => {
    const order = await placeOrder()
    await book(order)
    await order.post('/courier-booking/cancel', { reference: `${order.number}-B1` })
    await work()
    expect((await readBooking(order)).state).toBe('cancelled')
    expect(order.made()).toEqual([])
  })
})

test.each([
  ['before', 0],
  ['after', 0],
  ['before', 503],
] as const)('a cancellation whose answer is lost %s it (%i) is repeated', async (when, status) => {
  const order = await bookOrder()
  simulator.addFault({ path: '/orders/cancel', when, status })
  await order.post('/courier-booking/cancel', { reference: `${order.number}-B1` })
  await work()
  expect(await readBooking(order)).toMatchObject({ state: 'cancelling', cancelProblem: 'Shiprocket does not answer.' })
  await makeDue()
  await work()
  expect(await readBooking(order)).toMatchObject({ state: 'cancelled', cancelProblem: null })
})

test('a cancellation that is taken but not seen at Shiprocket is repeated', async () => {
  const order = await bookOrder()
  simulator.addFault({ path: '/orders/cancel', status: 200, body: { message: 'Accepted.' } })
  await order.post('/courier-booking/cancel', { reference: `${order.number}-B1` })
  await work()
  expect(await readBooking(order)).toMatchObject({ state: 'cancelling', cancelProblem: 'Shiprocket has not cancelled the booking yet.' })
  await makeDue()
  await work()
  expect(await readBooking(order)).toMatchObject({ state: 'cancelled', cancelProblem: null })
})

test('a cancellation that is refused says so in the order and on the desk', async () => {
  const order = await bookOrder()
  simulator.pickUp(`${order.number}-B1`)
  await order.post('/courier-booking/cancel', { reference: `${order.number}-B1` })
  await work()
  expect(await readBooking(order)).toMatchObject({
    state: 'cancelling',
    cancelProblem:
      'Shiprocket does not cancel the booking: Cannot cancel an order that is picked up. Cancel it on its page, or have the parcel brought back.',
  })
  const desk = await request('GET', `/order/admin/desk?view=all&q=${order.number}`, { cookies })
  expect(desk.json().orders[0].bookingProblem).toContain('Cancel it on its page, or have the parcel brought back.')
})

test('a booking that was cancelled at Shiprocket before it got its number needs the next reference', async () => {
  const order = await placeOrder()
  await book(order)
  simulator.addFault({ path: '/courier/assign/awb', status: 0 })
  await work()
  simulator.cancel(`${order.number}-B1`)
  await makeDue()
  await work()
  expect(await readBooking(order)).toMatchObject({ state: 'rejected', problem: 'The earlier booking was cancelled at Shiprocket.' })
  await book(order)
  await work()
  expect(await readBooking(order)).toMatchObject({ state: 'booked', reference: `${order.number}-B2` })
})
