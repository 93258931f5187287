import { describe, expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { startBookings } from '#testing/courier-bookings.ts'
import { address } from '#testing/factories.ts'

const { simulator, shiprocket, courier, request, database, cookies, saveParcelSettings, placeOrder, send, book, work, makeDue } =
  await startBookings()

test('without a pick-up location nothing is booked', async () => {
  const order = await placeOrder()
  const reply = await send([order.number])
  expect([reply.statusCode, reply.json().fields.courier]).toEqual([
    400,
    'Enter the pickup location in the settings of parcels, as Shiprocket names it.',
  ])
  await saveParcelSettings({ pickupName: 'Mill Road' })
})

describe('a booking', () => {
  test('is requested at once, and its number is stored by the job as a typed one is', async () => {
    const order = await placeOrder()
    const reply = await book(order)
    const reference = `${order.number}-B1`
    expect(reply).toMatchObject({
      message: '1 parcel is being booked',
      leftOut: [],
      bookings: [{ number: order.number, reference, state: 'requested', toCollect: 499, weightGrams: 300, trackingNumber: null }],
    })
    await work()
    const [made] = order.made()
    expect(made?.body).toMatchObject({
      ...{ order_id: reference, pickup_location: 'Mill Road', payment_method: 'COD', sub_total: 499, weight: 0.3 },
      ...{ billing_customer_name: address.firstName, billing_pincode: address.pinCode, billing_email: order.email },
    })
    const { booking, shipments, orderStatus, events } = await order.read()
    expect(booking).toMatchObject({ state: 'booked', trackingNumber: made?.awb, courierName: 'Delhivery Surface', problem: null })
    expect(shipments).toMatchObject([
      { courier: 'delhivery', trackingNumber: made?.awb, trackingUrl: expect.stringContaining('delhivery') },
    ])
    expect(orderStatus).toBe('Packed')
    expect(events.at(-1)).toMatchObject({ actor: 'system', actorName: null })
  })

  test('is requested once, also by several requests at the same time', async () => {
    const order = await placeOrder()
    await Promise.all([book(order), book(order), book(order)])
    await Promise.all([work(), work()])
    expect(await book(order)).toMatchObject({ message: 'Nothing new is booked', leftOut: [], bookings: [{ state: 'booked' }] })
    await work()
    expect(order.made()).toHaveLength(1)
  })

  test('names first what cannot be booked, with the reason and what it lacks', async () => {
    const [booked, confirmed, heavy, costly, typed] = await Promise.all([
      placeOrder(),
      placeOrder({ statuses: ['Confirmed'] }),
      placeOrder(),
      placeOrder(),
      placeOrder(),
    ])
    await database
      .updateTable('orders')
      .set({ collect_paise: toPaise(60_000) })
      .where('id', '=', costly.id)
      .execute()
    await saveParcelSettings({ packagingGrams: 19_000 })
    await database.updateTable('order_lines').set({ quantity: 40 }).where('order_id', '=', heavy.id).execute()
    const { version } = await typed.read()
    await typed.post('/shipment', { version, courier: 'dtdc', trackingNumber: 'D12345' })
    const reply = await book(booked, confirmed, heavy, costly, typed, { ...booked, number: 'ZZZZ-ZZZZ' })
    expect(reply.bookings.map(({ number }) => number)).toEqual([booked.number])
    expect(reply.leftOut).toEqual([
      { number: expect.any(String), field: 'number', reason: 'There is no order with this number.' },
      { number: confirmed.number, field: 'orderStatus', reason: 'It is not packed yet.' },
      { number: heavy.number, field: 'weight', reason: 'It weighs more than 30 kg.' },
      { number: costly.number, field: 'toCollect', reason: "₹60,000 to collect is more than the courier's limit." },
      { number: typed.number, field: 'trackingNumber', reason: 'It has the tracking number D12345 already.' },
    ])
    await saveParcelSettings({ packagingGrams: 0 })
    await work()
  })

  test('that is refused says why, and is made again with the next reference', async () => {
    const order = await placeOrder()
    await book(order)
    simulator.addFault({ path: '/courier/assign/awb', status: 400, body: { message: 'No courier serves this PIN code.' } })
    await work()
    expect((await order.read()).booking).toMatchObject({
      ...{ state: 'rejected', problem: 'Shiprocket does not book this parcel: No courier serves this PIN code.', canBook: true },
    })
    const desk = (await request('GET', `/order/admin/desk?view=packed&q=${order.number}`, { cookies })).json()
    expect(desk.orders[0].bookingProblem).toContain('No courier serves this PIN code.')
    await book(order)
    await work()
    expect(order.made().map(({ status }) => status)).toEqual(['CANCELED', 'READY TO SHIP'])
    expect((await order.read()).booking).toMatchObject({ state: 'booked', reference: `${order.number}-B2` })
  })

  test.each([
    ['/orders/create/adhoc', 'before', 0],
    ['/orders/create/adhoc', 'after', 0],
    ['/orders/create/adhoc', 'before', 429],
    ['/orders/create/adhoc', 'after', 503],
    ['/courier/assign/awb', 'before', 500],
    ['/courier/assign/awb', 'after', 0],
  ] as const)('whose answer of %s is lost %s it (%i) is found and not made twice', async (path, when, status) => {
    const order = await placeOrder()
    await book(order)
    simulator.addFault({ path, when, status })
    const calls = simulator.calls.length
    await work()
    expect((await order.read()).booking).toMatchObject({
      state: 'requested',
      trackingNumber: null,
      problem: expect.stringContaining('Shiprocket'),
    })
    await work()
    expect((await order.read()).booking.state).toBe('requested')
    await makeDue()
    await work()
    const [made, ...more] = order.made()
    expect(more).toEqual([])
    const isLost = path === '/orders/create/adhoc' && when === 'before'
    expect(simulator.calls.slice(calls).filter((each) => each === '/orders/create/adhoc')).toHaveLength(isLost ? 2 : 1)
    expect((await order.read()).shipments).toMatchObject([{ trackingNumber: made?.awb }])
  })

  test('that a restored backup has forgotten is found by its reference', async () => {
    const order = await placeOrder()
    await book(order)
    await work()
    await database.deleteFrom('courier_bookings').where('order_id', '=', order.id).execute()
    await database.deleteFrom('shipments').where('order_id', '=', order.id).execute()
    const calls = simulator.calls.length
    await book(order)
    await work()
    expect(simulator.calls.slice(calls)).toEqual(['/orders'])
    expect((await order.read()).shipments).toMatchObject([{ trackingNumber: order.made()[0]?.awb }])
  })

  test('of a process that was killed after the answer is found, when its claim has ended', async () => {
    const order = await placeOrder()
    await book(order)
    courier.book = async (parcel) => {
      await shiprocket.book(parcel)
      throw new Error('killed')
    }
    await expect(work()).rejects.toThrow('killed')
    Object.assign(courier, shiprocket)
    await work()
    expect((await order.read()).shipments).toEqual([])
    await makeDue()
    await work()
    expect(order.made()).toHaveLength(1)
    expect((await order.read()).booking).toMatchObject({ state: 'booked', trackingNumber: order.made()[0]?.awb })
  })

  test('that fails stops no other', async () => {
    const [broken, fine] = await Promise.all([placeOrder(), placeOrder()])
    await book(broken, fine)
    courier.book = (parcel) => (parcel.reference.startsWith(broken.number) ? Promise.reject(new Error('broken')) : shiprocket.book(parcel))
    await expect(work()).rejects.toThrow('broken')
    expect((await fine.read()).booking.state).toBe('booked')
  })
})
