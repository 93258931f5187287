import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createPhone } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { requireStatus } from '#testing/require-status.ts'
import { createReturns } from '#testing/returns.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'
import { createTaxedOrders, taxedShop } from '#testing/tax.ts'
import { checkBooks } from './books/check-books.ts'

const shop = await startPayingApp({ environment: taxedShop })
const { provider, request, database, trackingKey } = shop
const { cookies, read, transition, pack, issue, readStored } = await createTaxedOrders(shop)
const offers = await createOffers({ request, database })
const returns = createReturns({ request, database, trackingKey, provider, cookies })
const createTee = (price: number) => createTestProduct({ database, price, stock: 100 })
const [blue, red, green] = [await createTee(700), await createTee(599.5), await createTee(450)]
const cap = await createTestProduct({ database, name: 'Blue Cap', price: 300, sizes: { M: 50, L: 50 } })
const scopeOf = (...products: { id: string }[]) => ({ kind: 'products' as const, ids: products.map(({ id }) => id) })
const set = { kind: 'fixed_price', percent: null, buyItems: 3, setPrice: 1_499, scope: scopeOf(blue, red, green) } as const
const size = 'M'

interface Item {
  readonly id: string
  readonly name: string
  readonly price: number
  readonly quantity?: number
  readonly size?: string
}

/** The body of a guest's order of somebody new. */
function buildOrder(items: readonly Item[], more: object = {}) {
  const phone = createPhone()
  const order = buildGuestOrder(items.map((item) => ({ size, ...item })))
  return { ...order, deliveryAddress: { ...address, phone, email: `${phone}@example.com` }, ...more }
}
const placeOnDelivery = async (items: readonly Item[], more: object = {}) => {
  const reply = await request('POST', '/guest/cashondelivery', { body: buildOrder(items, more) })
  requireStatus(reply, 201)
  return reply.json().order
}
async function payOnline(open: (path: 'create-order') => Promise<{ id: string; token?: string; amount: number }>) {
  const { id, amount, token } = await open('create-order')
  const { browser } = await provider.control<{ browser: { response: object } }>('payments', { order_id: id })
  return { amount, body: { ...browser.response, ...(token && { token }) } }
}
const expectNoDifference = async () => expect(await checkBooks({ database })).toMatchObject({ differences: [], faults: [], missing: [] })
const sums = async (id: string) =>
  (await readStored(id)).map(({ kind, total_paise }) => (kind === 'credit note' ? -1 : 1) * (Number(total_paise) / 100))
const deliver = async (id: string) => {
  for (const to of ['Shipped', 'Delivered']) requireStatus(await transition(id, to), 200)
}

test('three items for a price cost it whichever way they are ordered', async () => {
  const { code } = await offers.add(set)
  const items = [blue, red, green]
  const more = { offerCode: code, toPay: 1_499 }
  expect(await placeOnDelivery(items, more)).toMatchObject({ totalPrice: 1_749.5, toPay: 1_499 })

  const guest = await payOnline(async () => (await request('POST', '/guest/create-order', { body: buildOrder(items, more) })).json())
  expect(guest.amount).toBe(149_900)
  expect((await request('POST', '/guest/verify-payment', { body: guest.body })).json().order).toMatchObject({ toPay: 1_499 })

  const shopper = await signInShopper({ request })
  const fill = async () => {
    for (const { id } of items) await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: id, size } })
    requireStatus(await request('POST', '/cart/offer', { cookies: shopper.cookies, body: { code } }), 200)
  }
  await request('POST', '/cart/', { cookies: shopper.cookies, body: address })
  await fill()
  expect((await request('GET', '/cart', { cookies: shopper.cookies })).json().quote).toMatchObject({ toPay: 1_499, isApplied: true })
  const cod = await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: { ...address, toPay: 1_499 } })
  expect(cod.json().order).toMatchObject({ toPay: 1_499, cashOndelivery: 1_499 })
  await fill()
  const card = await payOnline(async () => {
    const body = { amount: 1_749.5, toPay: 1_499 }
    return (await request('POST', '/order/create-order', { cookies: shopper.cookies, body })).json()
  })
  const verified = await request('POST', '/order/verify-payment', { cookies: shopper.cookies, body: card.body })
  expect([card.amount, verified.json().order.toPay]).toEqual([149_900, 1_499])

  const buyNow = { buyNow: { product: blue.id, size, quantity: 3 }, totalPrice: 2_100, ...more }
  const bought = await request('POST', '/cod/cashondelivery', { cookies: shopper.cookies, body: { ...address, ...buyNow } })
  expect([bought.statusCode, bought.json().order?.toPay]).toEqual([201, 1_499])
  await expectNoDifference()
})

test('a code for sets says what it lacks', async () => {
  const { code } = await offers.add(set)
  const refusal = async (items: readonly Item[]) =>
    (await request('POST', '/guest/quote', { body: { products: buildGuestOrder(items).products, offerCode: code } })).json().refusal
  expect([await refusal([blue, red]), await refusal([cap]), await refusal([{ ...green, quantity: 3 }])]).toEqual([
    'This code needs 3 items that it is for.',
    'This code is not for the items in your cart.',
    'This code does not lower the price of these items.',
  ])
})

test('an item that is removed, and one that comes back, take their part of the set with them, in every document', async () => {
  const { code } = await offers.add(set)
  const order = await placeOnDelivery([{ ...blue, quantity: 2 }, red, green], { offerCode: code })
  // ₹700, ₹700 and ₹599.50 cost ₹500.50 less: 175.22, 175.22 and 150.06.
  expect(order.toPay).toBe(1_949)
  const { version, products } = await read(order._id)
  const line = (products as { line: number; name: string }[]).find(({ name }) => name === blue.name)?.line
  const removed = await request('POST', `/order/admin/${order._id}/remove`, { cookies, body: { line, quantity: 1, version } })
  requireStatus(removed, 200)
  expect((await read(order._id)).toPay).toBe(1_424.22)
  await pack(order._id)
  await issue()
  await deliver(order._id)
  expect(await sums(order._id)).toEqual([1_424.22])
  await expectNoDifference()
})

test('some for less: an invoice, a partial return and its credit note have the share of the item', async () => {
  const { code } = await offers.add({
    kind: 'buy_x_get_y',
    percent: null,
    buyItems: 2,
    getItems: 1,
    getPercent: 100,
    scope: scopeOf(blue, red, green),
  })
  const shopper = await signInShopper({ request })
  await request('POST', '/cart/', { cookies: shopper.cookies, body: address })
  for (const { id } of [blue, red, green]) await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: id, size } })
  requireStatus(await request('POST', '/cart/offer', { cookies: shopper.cookies, body: { code } }), 200)
  const card = await payOnline(async () => {
    const body = { amount: 1_749.5, toPay: 1_299.5 }
    return (await request('POST', '/order/create-order', { cookies: shopper.cookies, body })).json()
  })
  const { order } = (await request('POST', '/order/verify-payment', { cookies: shopper.cookies, body: card.body })).json()
  await pack(order._id)
  await issue()
  await deliver(order._id)
  const { products } = await read(order._id)
  const line = (products as { line: number; name: string }[]).find(({ name }) => name === green.name)?.line
  const lines = [{ line, quantity: 1, reason: 'faulty' }]
  const preview = (await request('POST', `/order/${order._id}/returns/preview`, { cookies: shopper.cookies, body: { lines } })).json()
  // ₹450 less its part of the ₹450 that the set costs less.
  expect(preview).toMatchObject({ refund: expect.any(Number) })
  const headers = { 'idempotency-key': randomUUID() }
  const asked = await request('POST', `/order/${order._id}/returns`, {
    cookies: shopper.cookies,
    headers,
    body: { lines, refund: preview.refund },
  })
  const id = asked.json().return._id as string
  await returns.admin(id, 'accept', { handover: 'send' })
  const seen = { new: 0, worn: 0, faulty: 1, missing: 0 }
  requireStatus(await returns.admin(id, 'receive', { isFault: true, lines: [{ line, seen, restock: 0, refund: 1 }] }), 200)
  const { refund } = (await returns.read(id)).amount
  requireStatus(await returns.admin(id, 'settle', { refund }), 200)
  expect([refund, await sums(order._id)]).toEqual([334.25, [1_299.5, -334.25]])
  await expectNoDifference()
})

test('a free gift is in the order, its invoice and its return at no price, and the amount counts without it', async () => {
  const { code } = await offers.add({ kind: 'free_gift', percent: null, gift: { product: cap.id, size: 'M' }, least: 1_400 })
  const quoteOf = async (items: readonly Item[]) =>
    (await request('POST', '/guest/quote', { body: { products: buildGuestOrder(items).products, offerCode: code } })).json()
  const gift = { ...cap, size: 'M' }
  expect((await quoteOf([blue, red, gift])).refusal).toBe('This code is for orders of ₹1,400 or more.')
  expect((await quoteOf([{ ...blue, quantity: 2 }])).refusal).toBe('Please add Blue Cap, size M to your cart: with this code it is free.')
  expect(
    (
      await quoteOf([
        { ...blue, quantity: 2 },
        { ...gift, size: 'L' },
      ])
    ).refusal,
  ).toMatch(/^Please add Blue Cap/)
  const order = await placeOnDelivery([{ ...blue, quantity: 2 }, gift], { offerCode: code, toPay: 1_400 })
  await pack(order._id)
  await issue()
  await deliver(order._id)
  const [invoice] = await readStored(order._id)
  expect(invoice?.lines).toMatchObject([{ total: 140_000 }, { gross: 30_000, discount: 30_000, total: 0, taxable: 0 }])
  await expectNoDifference()
})

test('a gift comes back for nothing, and the other items for what was paid', async () => {
  const { code } = await offers.add({ kind: 'free_gift', percent: null, gift: { product: cap.id, size: null }, least: 700 })
  const { cookies: shopper } = await signInShopper({ request })
  for (const { id } of [blue, cap]) await request('POST', '/cart/add', { cookies: shopper, body: { product: id, size } })
  requireStatus(await request('POST', '/cart/offer', { cookies: shopper, body: { code } }), 200)
  const placed = await request('POST', '/cod/cashondelivery', { cookies: shopper, body: { ...address, toPay: 700 } })
  requireStatus(placed, 201)
  const { _id: id } = placed.json().order
  await pack(id)
  await issue()
  await deliver(id)
  const products = (await read(id)).products as { line: number; name: string }[]
  const lineOf = (name: string) => products.find((each) => each.name === name)?.line
  const refundOf = async (line: number | undefined) => {
    const body = { lines: [{ line, quantity: 1, reason: 'faulty' }] }
    return (await request('POST', `/order/${id}/returns/preview`, { cookies: shopper, body })).json()
  }
  expect([await refundOf(lineOf(cap.name)), await refundOf(lineOf(blue.name))]).toMatchObject([{ refund: 0 }, { refund: 700 }])
})

test('a gift that is no product, or not in this size, is refused at its field', async () => {
  const draft = offers.buildDraft({ kind: 'free_gift', percent: null, least: 1_400 })
  const fieldsOf = async (gift: object | null) => (await offers.send({ ...draft, gift })).json().fields
  expect([await fieldsOf(null), await fieldsOf({ product: randomUUID() }), await fieldsOf({ product: cap.id, size: 'XXL' })]).toEqual([
    { gift: 'Choose the product.' },
    { gift: 'This product is no longer in the shop.' },
    { 'gift.size': 'This product does not have this size.' },
  ])
  expect((await offers.send({ ...draft, gift: { product: cap.id }, least: null })).json().fields).toEqual({
    least: 'Enter from which total the gift is free.',
  })
})
