import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { captureQueries } from '#testing/count-queries.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, price: 1_000, stock: 10_000 })
const createPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))

/** Orders of different products do not wait for each other before they come to the offer. */
const manyTees = await Promise.all(Array.from({ length: 50 }, () => createTestProduct({ database, price: 1_000, stock: 1_000 })))
const buildOrderOf = (index: number) => buildGuestOrder([manyTees[index % manyTees.length] ?? tee])

const placeAsGuest = (more: object = {}, phone = createPhone(), headers = {}) => {
  const deliveryAddress = { ...address, phone, email: `${phone}@example.com` }
  return request('POST', '/guest/cashondelivery', { headers, body: { ...buildGuestOrder([tee]), deliveryAddress, ...more } })
}

/** A shopper with a tee of ₹1,000 in the cart. */
async function fillCart() {
  const { cookies } = await signInShopper({ request })
  const addTee = () => request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
  await addTee()
  return {
    cookies,
    addTee,
    enter: (code: string) => request('POST', '/cart/offer', { cookies, body: { code } }),
    read: async () => (await request('GET', '/cart', { cookies })).json(),
    place: (more: object = {}) => request('POST', '/cod/cashondelivery', { cookies, body: { ...address, ...more } }),
  }
}

const transition = (id: string, to: string) => request('POST', `/order/admin/${id}/move`, { cookies: offers.cookies, body: { to } })

describe("a guest's order with a code", () => {
  test('costs its total less the discount, and stores it for each line', async () => {
    const { _id, code } = await offers.add()
    const reply = await placeAsGuest({ offerCode: code.toLowerCase(), toPay: 900 })
    expect([reply.statusCode, reply.json().order]).toMatchObject([
      201,
      { totalPrice: 1000, toPay: 900, cashOndelivery: 900, adjustments: [{ kind: 'discount', labelCode: code, amount: -100 }] },
    ])
    const { uses } = await offers.uses(_id)
    expect(uses).toMatchObject([{ number: reply.json().order.number, amount: 100, isCounted: true, orderStatus: 'Placed' }])
    expect((await offers.read(_id)).offer).toMatchObject({ used: 1, discounted: 100 })
  })

  test('takes two statements more than one without, and four when the offer limits persons', async () => {
    const { code } = await offers.add()
    const count = async (more: object) => {
      const queries = await captureQueries(async () => expect((await placeAsGuest(more)).statusCode).toBe(201))
      return queries.length
    }
    const ofPerson = await offers.add({ limitPerson: 1 })
    const without = await count({})
    expect([(await count({ offerCode: code })) - without, (await count({ offerCode: ofPerson.code })) - without]).toEqual([2, 4])
  })

  test('accepts the total or what is to be paid as the total, and compares what is to be paid exactly', async () => {
    const { _id, code } = await offers.add()
    const answers = []
    for (const more of [{ totalPrice: 1000 }, { totalPrice: 900 }, { totalPrice: 950 }, { totalPrice: 1000, toPay: 899 }]) {
      answers.push((await placeAsGuest({ offerCode: code, ...more })).json().code ?? 'placed')
    }
    expect(answers).toEqual(['placed', 'placed', 'prices_changed', 'prices_changed'])
    expect(await offers.used(_id)).toBe(2)
  })

  test.each([
    ['offer_unknown', { code: null, kind: 'quantity', percent: null, tiers: [{ items: 90, percent: 5 }] }],
    ['offer_over', { to: '2020-01-01T00:00:00Z' }],
    ['offer_not_yet', { from: '2030-01-01T00:00:00Z' }],
    ['offer_cart_too_small', { least: 1001 }],
    ['offer_not_for_items', { scope: { kind: 'categories', ids: ['DENIM'] } }],
  ] as const)('is refused with %s, and changes nothing', async (error, more) => {
    const { code } = await offers.add(more as object)
    const phone = createPhone()
    const reply = await placeAsGuest({ offerCode: code || 'NOBODY-KNOWS' }, phone)
    expect([reply.statusCode, reply.json().code]).toEqual([409, error])
    expect((await placeAsGuest({}, phone)).json().order.toPay).toBeUndefined()
  })

  test('counts once for each person, also at the same moment', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1 })
    const phone = createPhone()
    const of = (index: number) => ({ ...buildOrderOf(index), deliveryAddress: { ...address, phone } })
    const replies = await Promise.all([1, 2, 3].map((index) => placeAsGuest({ ...of(index), offerCode: code }, phone)))
    expect(replies.map((reply) => reply.json().code ?? 'placed').toSorted()).toEqual(['offer_used_before', 'offer_used_before', 'placed'])
    const other = { ...address, phone: createPhone(), email: 'other@example.com', address: '7 Hill Road' }
    expect([(await placeAsGuest({ offerCode: code, deliveryAddress: other })).statusCode, await offers.used(_id)]).toEqual([201, 2])
  })

  test('for first orders is for persons without an order', async () => {
    const { code } = await offers.add({ firstOrder: true })
    const phone = createPhone()
    await placeAsGuest({}, phone)
    expect((await placeAsGuest({ offerCode: code }, phone)).json()).toMatchObject({
      code: 'offer_first_order',
      error: 'This code is for a first order.',
    })
    expect((await placeAsGuest({ offerCode: code })).statusCode).toBe(201)
  })
})

test('of 80 orders at once with a code for 30 uses exactly 30 get it', async () => {
  const { _id, code } = await offers.add({ limitTotal: 30 })
  const place = (index: number, phone: string) =>
    placeAsGuest({ ...buildOrderOf(index), offerCode: code, toPay: 900, deliveryAddress: { ...address, phone } }, phone)
  const replies = await Promise.all(Array.from({ length: 80 }, (_, index) => place(index, createPhone())))
  const outcomes = Map.groupBy(replies, (reply) => reply.json().code ?? 'placed')
  expect([...outcomes].map(([outcome, { length }]) => [outcome, length]).toSorted()).toEqual([
    ['offer_used_up', 50],
    ['placed', 30],
  ])
  expect(outcomes.get('offer_used_up')?.[0]?.json().error).toBe('This offer has been used up.')
  const { offer } = await offers.read(_id)
  expect(offer).toMatchObject({ used: 30, state: 'used up', discounted: 3_000 })
  expect((await offers.uses(_id)).total).toBe(30)
})

describe('the uses of an offer', () => {
  test('are given back by a cancellation and taken again when that is undone, as long as there is one', async () => {
    const { _id, code } = await offers.add({ limitTotal: 1 })
    const { order } = (await placeAsGuest({ offerCode: code })).json()
    expect((await placeAsGuest({ offerCode: code })).json().code).toBe('offer_used_up')
    await transition(order._id, 'Cancelled')
    expect(await offers.used(_id)).toBe(0)
    const readVersion = async () => (await request('GET', `/order/admin/${order._id}`, { cookies: offers.cookies })).json().version
    const undo = async () =>
      request('POST', `/order/admin/${order._id}/undo`, { cookies: offers.cookies, body: { version: await readVersion() } })
    expect([(await undo()).statusCode, await offers.used(_id)]).toEqual([200, 1])
    await transition(order._id, 'Cancelled')
    await placeAsGuest({ offerCode: code })
    expect([(await undo()).json().code, await offers.used(_id)]).toEqual(['offer_used_up', 1])
    expect((await offers.uses(_id)).uses.map(({ isCounted }) => isCounted)).toEqual([true, false])
  })

  test('of a person are taken again when the cancellation of their only order with it is undone', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1 })
    const { order } = (await placeAsGuest({ offerCode: code })).json()
    await transition(order._id, 'Cancelled')
    const { version } = (await request('GET', `/order/admin/${order._id}`, { cookies: offers.cookies })).json()
    const undone = await request('POST', `/order/admin/${order._id}/undo`, { cookies: offers.cookies, body: { version } })
    expect([undone.statusCode, await offers.used(_id)]).toEqual([200, 1])
  })

  test('are not taken again when the person has used the offer since', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1 })
    const phone = createPhone()
    const { order } = (await placeAsGuest({ offerCode: code }, phone)).json()
    await transition(order._id, 'Cancelled')
    expect((await placeAsGuest({ offerCode: code }, phone)).statusCode).toBe(201)
    const { version } = (await request('GET', `/order/admin/${order._id}`, { cookies: offers.cookies })).json()
    const undone = await request('POST', `/order/admin/${order._id}/undo`, { cookies: offers.cookies, body: { version } })
    expect([undone.json().code, await offers.used(_id)]).toEqual(['offer_used_up', 1])
  })

  test('stay with a parcel that is refused', async () => {
    const { _id, code } = await offers.add()
    const { order } = (await placeAsGuest({ offerCode: code })).json()
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Refused']) await transition(order._id, to)
    expect([(await offers.uses(_id)).uses[0]?.orderStatus, await offers.used(_id)]).toEqual(['Refused', 1])
  })

  test('are a file with the amounts of their orders', async () => {
    const { _id, code } = await offers.add()
    const { number } = (await placeAsGuest({ offerCode: code })).json().order
    const file = await request('GET', `/offers/${_id}/uses/export`, { cookies: offers.cookies })
    const [head, row] = file.body.replace('﻿', '').split('\r\n')
    expect(head).toBe('Order,Used at,Status,Total,Discount of this offer,To pay,Counted')
    expect(row).toMatch(new RegExp(`^${number},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,Placed,1000,100,900,yes$`))
  })
})

test('a discount that was ordered stays when the offer changes, and with the lines that stay', async () => {
  const other = await createTestProduct({ database, price: 500 })
  const { _id, code, version } = await offers.add()
  const body = { ...buildGuestOrder([tee, other]), offerCode: code, deliveryAddress: { ...address, phone: createPhone() } }
  const { order } = (await request('POST', '/guest/cashondelivery', { body })).json()
  expect(order).toMatchObject({ totalPrice: 1500, toPay: 1350 })
  await offers.end(_id, version)
  const detail = (await request('GET', `/order/admin/${order._id}`, { cookies: offers.cookies })).json()
  const removal = { version: detail.version, line: 2, quantity: 1 }
  const left = await request('POST', `/order/admin/${order._id}/remove`, { cookies: offers.cookies, body: removal })
  expect(left.json().order).toMatchObject({ totalPrice: 1000, toPay: 900 })
})

describe('the code of a shopper', () => {
  test('is in the cart until it is ordered', async () => {
    const { code } = await offers.add()
    const cart = await fillCart()
    expect((await cart.read()).quote).toMatchObject({ totalPrice: 1000, code: null, hasCodes: true })
    expect((await cart.enter(code.toLowerCase())).json()).toMatchObject({ quote: { totalPrice: 1000, toPay: 900, code, isApplied: true } })
    expect((await cart.read()).quote).toMatchObject({ toPay: 900, code, refusal: null })
    const placed = await cart.place({ totalPrice: 1000, toPay: 900 })
    expect(placed.json().order).toMatchObject({ totalPrice: 1000, toPay: 900, cashOndelivery: 900 })
    await cart.addTee()
    expect((await cart.read()).quote).toMatchObject({ totalPrice: 1000, code: null })
  })

  test('is unknown to a shop without offers, whose carts have no quote', async () => {
    const shop = await createTestApp()
    const product = await createTestProduct({ database: shop.database })
    const { cookies } = await signInShopper(shop)
    const added = await shop.request('POST', '/cart/add', { cookies, body: { product: product.id, size: 'M' } })
    expect(Object.keys(added.json())).toEqual(['cart', 'message'])
    expect(Object.keys((await shop.request('GET', '/cart', { cookies })).json())).toEqual(['cart', 'deliveryAddress'])
    const { products } = buildGuestOrder([product])
    const quote = (await shop.request('POST', '/guest/quote', { body: { products } })).json()
    expect(quote).toEqual({ totalPrice: 799, code: null, refusal: null, isApplied: false, hasCodes: false })
  })

  test('can be removed', async () => {
    const { code } = await offers.add()
    const cart = await fillCart()
    await cart.enter(code)
    const removed = await request('DELETE', '/cart/offer', { cookies: cart.cookies })
    expect(removed.json()).toEqual({ message: 'The code is removed.', quote: expect.objectContaining({ code: null }) })
    expect((await cart.place()).json().order.toPay).toBeUndefined()
  })

  test('is refused with a sentence and not stored when it does not count', async () => {
    const { code } = await offers.add({ least: 5_000 })
    const cart = await fillCart()
    const reply = await cart.enter(code)
    expect([reply.statusCode, reply.json().error]).toEqual([409, 'This code is for orders of ₹5,000 or more.'])
    expect((await cart.read()).quote.code).toBeNull()
    expect((await cart.enter(' ')).json().code).toBe('offer_unknown')
  })

  test('that does not count any more is named by the cart, and only an order that has seen that is placed', async () => {
    const { _id, code, version } = await offers.add()
    const cart = await fillCart()
    await cart.enter(code)
    await offers.end(_id, version)
    expect((await cart.read()).quote).toEqual({
      totalPrice: 1000,
      code,
      refusal: 'This code is no longer valid.',
      isApplied: false,
      hasCodes: true,
    })
    const answers = [await cart.place(), await cart.place({ toPay: 900 })].map((reply) => reply.json().code)
    expect(answers).toEqual(['offer_over', 'offer_over'])
    expect((await cart.place({ toPay: 1000 })).statusCode).toBe(201)
  })

  test('of a person is theirs once', async () => {
    const { code } = await offers.add({ limitPerson: 1 })
    const cart = await fillCart()
    await cart.enter(code)
    await cart.place()
    await cart.addTee()
    expect((await cart.enter(code)).json().error).toBe('You have used this code before.')
  })
})

describe('an offer without a code', () => {
  test('applies to orders of clients that know no offers, but not to orders by phone', async () => {
    const pack = await createTestProduct({ database, price: 300, stock: 100 })
    const draft = { code: null, percent: null, title: '3 items: 20 %', scope: { kind: 'products' as const, ids: [pack.id] } }
    const { _id, version } = await offers.add({ ...draft, kind: 'quantity', tiers: [{ items: 3, percent: 20 }] })
    const deliveryAddress = { ...address, phone: createPhone() }
    const body = { ...buildGuestOrder([{ ...pack, quantity: 3 }]), deliveryAddress }
    const placed = (await request('POST', '/guest/cashondelivery', { body })).json().order
    expect(placed).toMatchObject({ totalPrice: 900, toPay: 720, adjustments: [{ labelCode: '3 items: 20 %', amount: -180 }] })
    const byPhone = { products: [{ product: pack.id, size: 'M', quantity: 3 }], totalPrice: 900, payment: 'on delivery', deliveryAddress }
    const taken = await request('POST', '/order/admin', { cookies: offers.cookies, body: byPhone })
    expect([taken.statusCode, taken.json().order.toPay]).toEqual([201, undefined])
    await offers.end(_id, version)
  })
})
