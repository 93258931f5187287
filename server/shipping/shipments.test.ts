import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { Tracking } from '#contract/orders/orders.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { collectMails } from '#testing/send-mails.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTrackingLinks } from '../orders/order/tracking.ts'

const shop = await startShop()
const { request, database, trackingKey, cookies } = shop
const tee = await createTestProduct({ database, stock: 1_000 })

let counter = 0
/** A tracking number that no other test uses. */
function createNumber(): string {
  counter += 1
  return `TEST${String(counter).padStart(6, '0')}`
}

const advance = async (id: string, ...statuses: string[]) => {
  for (const to of statuses) await request('POST', `/order/admin/${id}/move`, { cookies, body: { to } })
}

/** A guest's order with this status. */
async function placeOrder(...statuses: string[]) {
  const order = buildGuestOrder([tee])
  // Mails to one address are limited.
  const body = { ...order, deliveryAddress: { ...address, email: `${createNumber()}@example.com` } }
  const reply = await request('POST', '/guest/cashondelivery', { body })
  const { _id: id, number } = reply.json<{ order: { _id: string; number: string } }>().order
  await advance(id, ...statuses)
  const read = async () => (await request('GET', `/order/admin/${id}`, { cookies })).json<AdminOrderDetail>()
  const track = async () => (await request('POST', '/order/track', { body: { number, phone: address.phone } })).json<Tracking>()
  const save = async (shipment: object, version?: number) =>
    request('POST', `/order/admin/${id}/shipment`, {
      cookies,
      body: { courier: 'delhivery', version: version ?? (await read()).version, ...shipment },
    })
  return { id, number, read, track, save }
}

const packed = ['Confirmed', 'Packed']
const shipped = [...packed, 'Shipped']

const check = (text: string, ship = false) => request('POST', '/shipments/check', { cookies, body: { text, ship } })
const enter = (lines: readonly unknown[], ship = false) => request('POST', '/shipments', { cookies, body: { lines, ship } })

describe('the shipment of an order', () => {
  test('is typed when the order is shipped, and the shopper sees it from then on', async () => {
    const order = await placeOrder(...packed)
    const trackingNumber = createNumber()
    const reply = await order.save({ trackingNumber: ` ${trackingNumber.toLowerCase()} `, ship: true })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().order).toMatchObject({ orderStatus: 'Shipped', undo: { to: 'Packed' } })
    const trackingUrl = `https://www.delhivery.com/track/package/${trackingNumber}`
    const parcel = { courierName: 'Delhivery', trackingNumber, trackingUrl }
    expect((await order.track()).shipments).toEqual([{ ...parcel, shippedAt: expect.any(String) }])
    const token = createTrackingLinks({ key: trackingKey }).create({ orderId: order.id, purpose: 'track', revision: 0 })
    expect((await request('POST', '/order/track', { body: { token } })).json().shipments).toMatchObject([parcel])
  })

  test('of a packed order is hidden from the shopper until it is shipped, and again when that is undone', async () => {
    const order = await placeOrder(...packed)
    await order.save({ trackingNumber: createNumber() })
    expect((await order.track()).shipments).toEqual([])
    await advance(order.id, 'Shipped')
    expect((await order.track()).shipments).toHaveLength(1)
    const { version } = await order.read()
    await request('POST', `/order/admin/${order.id}/undo`, { cookies, body: { version } })
    expect((await order.track()).shipments).toEqual([])
    expect((await order.read()).shipments).toHaveLength(1)
  })

  test('is on the page of a shopper with an account', async () => {
    const shopper = await signInShopper({ request })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M' } })
    const { _id: id } = (await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: address })).json().order
    await advance(id, ...shipped)
    const { version } = (await request('GET', `/order/admin/${id}`, { cookies })).json()
    const body = { courier: 'other', trackingNumber: createNumber(), trackingUrl: 'https://parcels.example.com/1', version }
    await request('POST', `/order/admin/${id}/shipment`, { cookies, body })
    const { shipments, events } = (await request('GET', `/order/${id}`, { cookies: shopper.cookies })).json()
    expect(shipments).toMatchObject([{ courierName: 'Other courier', trackingUrl: 'https://parcels.example.com/1' }])
    // Neither the event nor what was typed beside it.
    expect(JSON.stringify(events)).not.toContain(body.trackingNumber)
    expect(Object.keys(shipments[0])).toEqual(['courierName', 'trackingNumber', 'trackingUrl', 'shippedAt'])
  })

  test('that is changed is recorded with its old value, and a repeated request changes nothing', async () => {
    const order = await placeOrder(...shipped)
    const [first, second] = [createNumber(), createNumber()]
    await order.save({ trackingNumber: first })
    const { version } = await order.read()
    const change = { courier: 'blue-dart', trackingNumber: second }
    const replies = [await order.save(change, version), await order.save(change, version)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const { events, shipments } = await order.read()
    expect(shipments).toHaveLength(1)
    const recorded = events.filter(({ event }) => event.startsWith('Shipment'))
    expect(recorded.map(({ event }) => event)).toEqual([
      `Shipment: Delhivery ${first}`,
      `Shipment changed: Delhivery ${first} → Blue Dart ${second}`,
    ])
    expect(recorded[1]?.actorName).not.toBeNull()
  })

  test('is not changed by a screen that shows an older version', async () => {
    const order = await placeOrder(...shipped)
    const { version } = await order.read()
    await order.save({ trackingNumber: createNumber() })
    expect((await order.save({ trackingNumber: createNumber() }, version)).json()).toMatchObject({ code: 'order_changed' })
    const removal = await request('POST', `/order/admin/${order.id}/shipment/remove`, { cookies, body: { version } })
    expect(removal.statusCode).toBe(409)
  })

  test('cannot have the number of another order, until that is removed', async () => {
    const [other, order] = [await placeOrder(...shipped), await placeOrder(...shipped)]
    const trackingNumber = createNumber()
    await other.save({ trackingNumber })
    const refused = await order.save({ trackingNumber })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toBe(`Delhivery ${trackingNumber} is the tracking number of order ${other.number}.`)
    expect((await order.save({ trackingNumber, courier: 'dtdc' })).statusCode).toBe(200)
    const { version } = await other.read()
    await request('POST', `/order/admin/${other.id}/shipment/remove`, { cookies, body: { version } })
    expect((await other.read()).shipments).toEqual([])
    expect((await order.save({ trackingNumber })).statusCode).toBe(200)
  })

  test('gets a number once when two administrators type it at the same time', async () => {
    const orders = [await placeOrder(...shipped), await placeOrder(...shipped)]
    const trackingNumber = createNumber()
    const replies = await Promise.all(orders.map(({ save }) => save({ trackingNumber })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('tracking_number_taken')
  })

  test.each([
    ['an order that is not packed', ['Confirmed'], 'This order is not packed yet.'],
    ['a cancelled order', ['Cancelled'], 'This order is cancelled.'],
  ])('%s has none', async (_, statuses, error) => {
    const order = await placeOrder(...statuses)
    expect((await order.save({ trackingNumber: createNumber(), ship: true })).json()).toMatchObject({ error })
    expect((await order.read()).shipments).toEqual([])
  })

  test.each([
    ['trackingNumber', { trackingNumber: ' ' }, 'Tracking number is required.'],
    ['trackingNumber', { trackingNumber: '<script>' }, 'A tracking number has 4 to 40 letters and digits.'],
    ['courier', { courier: 'pigeon', trackingNumber: 'AB1234' }, 'Choose a courier.'],
    ['trackingUrl', { trackingNumber: 'AB1234', trackingUrl: 'http://a.example.com' }, 'The link must begin with https://.'],
    ['trackingUrl', { trackingNumber: 'AB1234', trackingUrl: 'javascript:alert(1)' }, 'The link must begin with https://.'],
  ])('with a wrong %s is refused: %o', async (field, shipment, text) => {
    const order = await placeOrder(...shipped)
    const reply = await order.save(shipment)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields).toEqual({ [field]: text })
  })

  test('is found by its whole number', async () => {
    const order = await placeOrder(...shipped)
    await order.save({ trackingNumber: '1490812345678' })
    const find = async (q: string) => (await request('GET', '/cod/adminOrder', { cookies, query: { q } })).json().orders
    expect(await find('1490812345678')).toMatchObject([{ number: order.number }])
    expect(await find('149081234567')).toEqual([])
    await order.save({ trackingNumber: 'Ab12345xy' })
    expect(await find('aB12345XY')).toMatchObject([{ number: order.number }])
  })
})

test('the mail that an order is shipped has the tracking number, and a later number has a mail of its own', async () => {
  await collectMails(shop)
  const [early, late] = [await placeOrder(...packed), await placeOrder(...shipped)]
  const [first, second] = [createNumber(), createNumber()]
  const dueNow = () =>
    database
      .updateTable('outbox_mails')
      .set({ due_at: new Date(0) })
      .where('state', '=', 'waiting')
      .execute()
  await early.save({ trackingNumber: first, ship: true })
  await dueNow()
  const mails = (await collectMails(shop)).filter(({ subject }) => subject.endsWith('is on its way'))
  const textOf = (number: string) => mails.find(({ subject }) => subject.includes(number))?.text
  expect(textOf(early.number)).toContain(`Your parcel: Delhivery, tracking number ${first}.`)
  expect(textOf(early.number)).toContain(`See the courier's page: https://www.delhivery.com/track/package/${first}`)
  expect(textOf(late.number)).not.toContain('Your parcel')
  await late.save({ courier: 'dtdc', trackingNumber: second })
  const [mail, ...others] = (await collectMails(shop)).filter(({ subject }) => subject.includes(late.number))
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Order ${late.number} has a tracking number`)
  expect(mail?.text).toContain(`Your parcel: DTDC, tracking number ${second}.`)
})

describe('pasted lines', () => {
  test('are checked with an outcome each, and nothing is changed', async () => {
    const [ready, placed, entered, other] = [
      await placeOrder(...packed),
      await placeOrder(),
      await placeOrder(...shipped),
      await placeOrder(...shipped),
    ]
    const [free, stored, held] = [createNumber(), createNumber(), createNumber()]
    await entered.save({ trackingNumber: stored })
    await other.save({ trackingNumber: held })
    const rows = [
      ['Order number', 'Courier', 'Number'],
      [ready.number.toLowerCase(), 'Blue  dart', free],
      ['AAAA-0000', 'Delhivery', createNumber()],
      [placed.number, 'Delhivery', createNumber()],
      [entered.number, 'Delhivery', stored],
      [entered.number, 'Delhivery', createNumber()],
      [other.number, 'Pigeon', createNumber()],
      [other.number, 'Delhivery', '=A1+B1'],
      [other.number, 'Delhivery', '1.23457E+11'],
      [other.number, 'Delhivery', stored],
      [ready.number, 'DTDC', createNumber()],
      [other.number, 'Delhivery', `"=""${held}"""`, 'http://example.com'],
    ]
    const reply = await check(rows.map((row) => row.join(',')).join('\r\n'))
    const { lines } = reply.json<CallReply<'POST /shipments/check'>>()
    const couriers = 'Delhivery, Blue Dart, DTDC, India Post, Ekart, XpressBees, Shadowfax, Ecom Express, Other courier'
    expect(lines.map(({ line, outcome, message }) => [line, outcome, message])).toEqual([
      [2, 'ready', 'The tracking number will be entered.'],
      [3, 'refused', 'There is no order with this number.'],
      [4, 'refused', 'This order is not packed yet.'],
      [5, 'unchanged', 'The tracking number is already entered.'],
      [6, 'refused', 'Line 5 has the same order or tracking number.'],
      [7, 'refused', `Unknown courier. Use ${couriers}.`],
      [8, 'refused', 'A cell is a formula. Copy its value instead.'],
      [9, 'refused', 'The spreadsheet has shortened the number 1.23457E+11. Format its column as text, and enter all digits again.'],
      [10, 'refused', 'Line 5 has the same order or tracking number.'],
      [11, 'refused', 'Line 2 has the same order or tracking number.'],
      [12, 'refused', 'The link must begin with https://.'],
    ])
    expect(lines[0]?.entry).toMatchObject({ number: ready.number, courier: 'blue-dart', trackingNumber: free })
    expect((await ready.read()).shipments).toEqual([])
    const taken = await check(`${ready.number}\tDelhivery\t${held}`)
    expect(taken.json().lines[0].message).toBe(`Delhivery ${held} is the tracking number of order ${other.number}.`)
    const replaced = await check(`${entered.number};Delhivery;${free}`)
    expect(replaced.json().lines[0].message).toContain(`another tracking number already: Delhivery ${stored}`)
  })

  test('are entered each for itself, ship packed orders on request, and change nothing when they are sent again', async () => {
    const [packedOrder, shippedOrder, placedOrder] = [await placeOrder(...packed), await placeOrder(...shipped), await placeOrder()]
    const text = [packedOrder, shippedOrder].map(({ number }) => `${number}\tDelhivery\t${createNumber()}`).join('\n')
    const { lines } = (await check(text, true)).json<{ lines: { message: string; entry: object }[] }>()
    expect(lines.map(({ message }) => message)).toEqual([
      'The tracking number will be entered. The order will be marked as shipped.',
      'The tracking number will be entered.',
    ])
    const entries = lines.map(({ entry }) => entry)
    // Not packed any more, or not yet, when the lines are entered.
    const stale = { line: 3, number: placedOrder.number, courier: 'dtdc', trackingNumber: createNumber(), trackingUrl: null }
    const outcomes = async () =>
      (await enter([...entries, stale], true)).json<CallReply<'POST /shipments'>>().results.map(({ outcome }) => outcome)
    expect(await outcomes()).toEqual(['entered', 'entered', 'refused'])
    expect(await outcomes()).toEqual(['unchanged', 'unchanged', 'refused'])
    const states = await Promise.all([packedOrder, shippedOrder, placedOrder].map(({ read }) => read()))
    expect(states.map(({ orderStatus, shipments }) => [orderStatus, shipments.length])).toEqual([
      ['Shipped', 1],
      ['Shipped', 1],
      ['Placed', 0],
    ])
    const events = states[0]?.events.map(({ event }) => event)
    expect(events?.filter((event) => event === 'Shipped')).toHaveLength(1)
    expect(states[0]?.undo).toMatchObject({ to: 'Packed' })
  })

  test('that are no CSV, or too many, are refused with a sentence', async () => {
    expect((await check('"AAAA-0000,Delhivery,1')).json().error).toBe('These lines cannot be read: a quotation mark is not closed.')
    expect((await check('A1,B,C\n'.repeat(1_001))).json().error).toBe('Please paste at most 1,000 lines at once.')
    expect((await check(' \n\n')).json()).toEqual({ lines: [] })
  })
})
