import { expect, test } from 'vitest'
import { createCodOrders } from '#testing/cod-orders.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const { cookies, placeOrder, check, record, read, sumOf } = await createCodOrders({ request, database })

test('cash is with the courier from the delivery until the payment is recorded, and the order stays paid', async () => {
  const [order, other] = [await placeOrder({ courier: 'delhivery' }), await placeOrder({ courier: 'delhivery' })]
  await placeOrder({ courier: 'delhivery', last: 'Shipped' })
  await placeOrder({ courier: 'delhivery', last: 'Refused' })
  expect(await sumOf('delhivery')).toMatchObject({ orders: 2, amount: 1598, missing: { orders: 0, amount: 0 } })
  const list = `Tracking number,Amount,Reference,Date\n${order.trackingNumber},"₹799.00",UTR1,2026-11-22`
  expect((await check('delhivery', list)).lines).toEqual([
    {
      line: 2,
      trackingNumber: order.trackingNumber,
      amount: 799,
      number: order.number,
      courierName: 'Delhivery',
      outcome: 'matched',
      message: `Order ${order.number}: ₹799 as expected.`,
    },
  ])
  expect(await sumOf('delhivery')).toMatchObject({ orders: 2 })
  expect((await record('delhivery', list)).message).toBe('1 line is recorded')
  const { orders, openLines, lists } = await read('?courier=delhivery')
  expect(orders.map(({ number }) => number)).toEqual([other.number])
  expect(openLines).toEqual([])
  expect(lists[0]).toMatchObject({ courierName: 'Delhivery', lines: 1, amount: 799 })
  const { paymentStatus, events } = (await request('GET', `/order/admin/${order.id}`, { cookies })).json()
  expect(paymentStatus).toBe('Paid')
  expect(events.at(-1).event).toBe('The courier has paid ₹799 (Delhivery, UTR1)')
})

test('short, over, unknown and undelivered amounts are open until they are resolved with a note', async () => {
  const [short, over, shipped] = [
    await placeOrder({ courier: 'dtdc' }),
    await placeOrder({ courier: 'dtdc' }),
    await placeOrder({ courier: 'dtdc', last: 'Shipped' }),
  ]
  const lines = [`${short.trackingNumber}\t₹700`, `${over.trackingNumber}\t800.5`, `${shipped.trackingNumber}\t799`, 'NOBODY1\t799']
  const list = [...lines, `${over.trackingNumber}\t799`, 'X1234\t=A1'].join('\n')
  const { lines: recorded } = await record('dtdc', list)
  expect(recorded.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['short', `Order ${short.number}: ₹99 less than ₹799.`],
    ['over', `Order ${over.number}: ₹1.50 more than ₹799.`],
    ['not delivered', `Order ${shipped.number} is Shipped, not Delivered.`],
    ['unknown', 'No parcel of DTDC has this number.'],
    ['refused', 'Line 2 has the same tracking number.'],
    ['refused', 'A cell is a formula. Copy its value instead.'],
  ])
  const openOf = async () => (await read()).openLines.filter(({ courierName }) => courierName === 'DTDC')
  expect((await openOf()).map(({ message }) => message)).toEqual(recorded.slice(0, 4).map(({ message }) => message))
  // The order has its whole amount when it is delivered.
  await shipped.transition('Delivered')
  const [first, ...others] = await openOf()
  expect(others).toHaveLength(2)
  const resolve = (note: string) => request('POST', `/remittances/lines/${first?._id}/resolve`, { cookies, body: { note } })
  expect((await resolve(' ')).json().fields).toEqual({ note: 'Note is required.' })
  expect((await resolve('The rest came by UPI.')).statusCode).toBe(200)
  expect((await resolve('Again.')).statusCode).toBe(409)
  const { resolvedLines } = await read()
  expect(resolvedLines).toMatchObject([{ number: short.number, note: 'The rest came by UPI.', resolvedBy: expect.any(String) }])
  expect(await openOf()).toHaveLength(2)
  expect(await sumOf('dtdc')).toBeUndefined()
})

test('a list is recorded once, and a number of an earlier list is not recorded again', async () => {
  const [first, second] = [await placeOrder({ courier: 'ekart' }), await placeOrder({ courier: 'ekart' })]
  const list = `${first.trackingNumber},799\nNOBODY2,10`
  const replies = await Promise.all([record('ekart', list), record('ekart', list)])
  expect(replies.map(({ message }) => message).toSorted()).toEqual(['2 lines are recorded', 'Nothing new was recorded'])
  expect((await check('ekart', list)).enteredAt).not.toBeNull()
  const longer = await record('ekart', `${list}\n${second.trackingNumber},799`)
  expect(longer.lines.map(({ outcome }) => outcome)).toEqual(['entered', 'entered', 'matched'])
  expect(longer.message).toBe('1 line is recorded')
  expect((await read()).lists.filter(({ courierName }) => courierName === 'Ekart').map(({ lines }) => lines)).toEqual([1, 2])
})

test('a payment is missing after ten days, until it comes or is resolved with a note', async () => {
  const [late, lost] = [await placeOrder({ courier: 'xpressbees', daysAgo: 11 }), await placeOrder({ courier: 'xpressbees', daysAgo: 12 })]
  await placeOrder({ courier: 'xpressbees', daysAgo: 10 })
  expect(await sumOf('xpressbees')).toMatchObject({ orders: 3, oldestDays: 12, missing: { orders: 2, amount: 1598 } })
  const { orders } = await read('?courier=xpressbees')
  expect(orders.map(({ number, isMissing }) => [number, isMissing]).slice(0, 2)).toEqual([
    [lost.number, true],
    [late.number, true],
  ])
  const resolve = (id: string) => request('POST', `/remittances/orders/${id}/resolve`, { cookies, body: { note: 'Claim refused.' } })
  expect((await resolve(lost.id)).statusCode).toBe(200)
  expect((await resolve(lost.id)).statusCode).toBe(409)
  await record('xpressbees', `${late.trackingNumber},799`)
  expect((await resolve(late.id)).statusCode).toBe(409)
  expect(await sumOf('xpressbees')).toMatchObject({ orders: 1, missing: { orders: 0 } })
})

test('a number of another courier is unknown, and an order without a shipment has a group of its own', async () => {
  const order = await placeOrder({ courier: 'shadowfax' })
  expect((await check('blue-dart', `${order.trackingNumber},799`)).lines[0]?.outcome).toBe('unknown')
  const { number } = await placeOrder({})
  expect((await read('?courier=none')).orders).toMatchObject([{ number, courierName: null, trackingNumber: null }])
})

test('a line whose tracking number is unknown is found by its order number', async () => {
  const [order, other] = [await placeOrder({ courier: 'ekart' }), await placeOrder({ courier: 'delhivery' })]
  const list = ['AWB,Amount,Reference No', `WRONG1,799,${order.number}`, `WRONG2,799,${other.number}`, 'WRONG3,799,UTR9'].join('\n')
  const { lines } = await record('ekart', list)
  expect(lines.map(({ outcome, number, message }) => [outcome, number, message])).toEqual([
    [
      'matched',
      order.number,
      `Order ${order.number}: ₹799 as expected. It was found by its order number; its tracking number is another one.`,
    ],
    ['unknown', null, 'No parcel of Ekart has this number.'],
    ['unknown', null, 'No parcel of Ekart has this number.'],
  ])
  const { paymentStatus, events } = await order.read()
  expect(paymentStatus).toBe('Paid')
  expect(events.at(-1).event).toBe('The courier has paid ₹799 (Ekart)')
})
