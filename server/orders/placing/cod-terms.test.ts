import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { paise, toPaise } from '#contract/kernel/money.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { createDeliveryRules } from '#testing/delivery-rules.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startPayingShop } from '#testing/start-shop.ts'
import { toDefaultSettings } from '../../shop-settings/default-settings.ts'
import { findCodTerms } from './cod-terms.ts'

const { request, database, settings, trackingKey, admin } = await startPayingShop()

const createPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))
const notOffered = [409, 'cod_not_offered', 'Cash on delivery is not possible for this order. Please pay online.']
const notDelivered = [409, 'not_delivered', 'We do not deliver to this PIN code yet. Please use another delivery address.']

const { addRules, restrict } = createDeliveryRules({ database, trackingKey })

/** Publishes settings of orders; without any everything is offered. */
async function set(change: Partial<ShopSettings['orders']>) {
  const { version } = (await request('GET', '/settings', { cookies: admin.cookies })).json().groups.orders
  const value = { ...toDefaultSettings(settings).orders, ...change }
  const saved = await request('PATCH', '/settings/orders', { cookies: admin.cookies, body: { version, value } })
  const body = { version: saved.json().state.version }
  await request('POST', '/settings/orders/publish', { cookies: admin.cookies, body })
}

beforeEach(async () => {
  await addRules()
  await set({})
})

interface Attempt {
  readonly pinCode?: string
  readonly phone?: string
  readonly price?: number
}

async function buildBody({ pinCode = '560001', phone = createPhone(), price = 500 }: Attempt = {}) {
  const tee = await createTestProduct({ database, price, stock: 5 })
  return {
    ...buildGuestOrder([{ ...tee, size: 'M' }]),
    deliveryAddress: { ...address, pinCode, phone, email: `${randomUUID()}@example.com` },
  }
}

const answer = ({ statusCode, json }: { statusCode: number; json: () => { code?: string; error?: string } }) =>
  statusCode < 300 ? statusCode : [statusCode, json().code, json().error]

const placeAsGuest = async (attempt?: Attempt) => answer(await request('POST', '/guest/cashondelivery', { body: await buildBody(attempt) }))

const payAsGuest = async (attempt?: Attempt) => {
  const { cashOndelivery: _, ...body } = await buildBody(attempt)
  return answer(await request('POST', '/guest/create-order', { body }))
}

async function fillCart() {
  const shopper = await signInShopper({ request })
  const tee = await createTestProduct({ database, price: 500 })
  await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: tee.id, size: 'M', quantity: 1 } })
  return shopper
}

const placeAsShopper = async (
  { cookies }: { cookies: Record<string, string> },
  { pinCode = '560001', phone = createPhone() }: Attempt = {},
) => answer(await request('POST', '/cod/cashondelivery', { cookies, body: { ...address, pinCode, phone } }))

test('the terms name an advance while a rule or a person has one and cash is taken', async () => {
  const ask = async () => (await request('GET', '/pins', {})).json()
  expect(await ask()).toEqual({ asksAdvance: false })
  await addRules({ prefix: '56', cod: 'no' }, { prefix: '11', cod: 'advance', advance_paise: toPaise(100) })
  expect(await ask()).toEqual({ asksAdvance: true })
  await set({ codOffered: 'off' })
  expect(await ask()).toEqual({ asksAdvance: false })
  await set({})
  await addRules()
  const phone = createPhone()
  await restrict({ phone })
  expect(await ask()).toEqual({ asksAdvance: false })
  await database.deleteFrom('cod_persons').execute()
  await restrict({ phone, advance: 100 })
  expect(await ask()).toEqual({ asksAdvance: true })
  await database.deleteFrom('cod_persons').execute()
})

describe('rules of PIN codes', () => {
  test('the longest prefix counts, and the empty one is the rest of India', async () => {
    await addRules(
      { prefix: '', cod: 'no' },
      { prefix: '56', cod: 'yes' },
      { prefix: '5600', deliver: false },
      { prefix: '560001', cod: 'no' },
    )
    const pins = ['110001', '562101', '560002', '560001']
    expect(await Promise.all(pins.map((pinCode) => placeAsGuest({ pinCode })))).toEqual([notOffered, 201, notDelivered, notOffered])
  })

  test('without a rule everything is delivered for cash', async () => {
    await addRules({ prefix: '11', deliver: false })
    expect(await placeAsGuest()).toBe(201)
    expect(await placeAsShopper(await fillCart())).toBe(201)
  })

  test('an order that needs an advance is not placed without it', async () => {
    await addRules({ prefix: '5', cod: 'advance', advance_paise: toPaise(100) })
    expect(await placeAsGuest()).toEqual(notOffered)
    expect(await placeAsShopper(await fillCart())).toEqual(notOffered)
  })

  test('a refused order takes no stock and leaves the cart as it was', async () => {
    await addRules({ prefix: '5', cod: 'no' })
    const body = await buildBody()
    await request('POST', '/guest/cashondelivery', { body })
    const { stock } = await database
      .selectFrom('products')
      .select('stock')
      .where('id', '=', body.products[0]?.product ?? '')
      .executeTakeFirstOrThrow()
    expect(stock).toBe(5)
    const shopper = await fillCart()
    expect(await placeAsShopper(shopper)).toEqual(notOffered)
    expect((await request('GET', '/cart', { cookies: shopper.cookies })).json().cart).toHaveLength(1)
  })

  test('online payments are taken where cash is not, and not where nothing is delivered', async () => {
    await addRules({ prefix: '5', cod: 'no' }, { prefix: '11', deliver: false })
    expect([await payAsGuest(), await payAsGuest({ pinCode: '110001' })]).toEqual([200, notDelivered])
    const { cookies } = await fillCart()
    const pay = async () => answer(await request('POST', '/order/create-order', { cookies, body: { amount: 500 } }))
    await request('POST', '/cart/', { cookies, body: { ...address, pinCode: '110001' } })
    expect(await pay()).toEqual(notDelivered)
    await request('POST', '/cart/', { cookies, body: address })
    expect(await pay()).toBe(200)
  })

  test('orders that administrators take by phone are not limited', async () => {
    await addRules({ prefix: '', deliver: false, cod: 'no' })
    const tee = await createTestProduct({ database, price: 500 })
    const reply = await request('POST', '/order/admin', {
      cookies: admin.cookies,
      body: {
        products: [{ product: tee.id, size: 'M', quantity: 1 }],
        payment: 'on delivery',
        deliveryAddress: address,
        totalPrice: 500,
      },
    })
    expect(answer(reply)).toBe(201)
  })

  test('the days of a rule are promised with the order', async () => {
    await addRules({ prefix: '56', days_from: 2, days_to: 3 })
    const phone = createPhone()
    await placeAsGuest({ phone })
    await placeAsGuest({ phone, pinCode: '110001' })
    const rows = await database
      .selectFrom('orders')
      .select('delivery_days')
      .where(sql`delivery_address ->> 'phone'`, '=', phone)
      .orderBy('placed_at')
      .execute()
    expect(rows.map((row) => row.delivery_days)).toEqual([3, 7])
  })
})

describe('GET /pins/:pin', () => {
  const read = async (pin: string) => {
    const { state: _state, district: _district, ...terms } = (await request('GET', `/pins/${pin}`)).json()
    return terms
  }

  test('says what the rule of the PIN code offers', async () => {
    await addRules(
      { prefix: '56', cod: 'advance', advance_paise: toPaise(100), days_from: 2, days_to: 3 },
      { prefix: '57', cod: 'no' },
      { prefix: '58', deliver: false },
    )
    expect(await read('560001')).toEqual({ deliver: true, cod: 'advance', advance: 100, from: 2, to: 3 })
    expect(await read('570001')).toEqual({ deliver: true, cod: 'no' })
    expect(await read('580001')).toEqual({ deliver: false, cod: 'no' })
    expect(await read('110001')).toEqual({ deliver: true, cod: 'yes' })
  })

  test('says what the settings offer, and nothing about a person', async () => {
    await set({ codMinRupees: 300, codMaxRupees: 900 })
    expect(await read('560001')).toEqual({ deliver: true, cod: 'yes', codMin: 300, codMax: 900 })
    await set({ codOffered: 'off', codMinRupees: 300 })
    expect(await read('560001')).toEqual({ deliver: true, cod: 'no' })
  })
})

describe('settings', () => {
  test('cash on delivery can be off', async () => {
    await set({ codOffered: 'off' })
    expect([await placeAsGuest(), await placeAsShopper(await fillCart()), await payAsGuest()]).toEqual([notOffered, notOffered, 200])
  })

  test('the smallest and the largest amount are included', async () => {
    await set({ codMinRupees: 300, codMaxRupees: 900 })
    const prices = [299.99, 300, 900, 900.01]
    expect(await Promise.all(prices.map((price) => placeAsGuest({ price })))).toEqual([notOffered, 201, 201, notOffered])
  })

  test('a largest amount below the smallest one is refused', async () => {
    const { groups } = (await request('GET', '/settings', { cookies: admin.cookies })).json()
    const { version, value } = groups.orders
    const body = { version, value: { ...value, codMinRupees: 500, codMaxRupees: 400 } }
    const reply = await request('PATCH', '/settings/orders', { cookies: admin.cookies, body })
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, ['codMaxRupees']])
  })

  const readFlags = async (phone: string) => {
    const { id } = await database
      .selectFrom('orders')
      .select('id')
      .where(sql`delivery_address ->> 'phone'`, '=', phone)
      .orderBy('placed_at', 'desc')
      .executeTakeFirstOrThrow()
    return { id, flags: (await request('GET', `/order/admin/${id}`, { cookies: admin.cookies })).json<AdminOrderDetail>().flags }
  }

  test('all orders can need a confirmation', async () => {
    await set({ codConfirmation: 'all' })
    const phone = createPhone()
    await placeAsGuest({ phone })
    expect((await readFlags(phone)).flags).toEqual(['every order'])
  })

  test('orders need a confirmation until the person has received one', async () => {
    await set({ codConfirmation: 'first' })
    const phone = createPhone()
    await placeAsGuest({ phone })
    await placeAsGuest({ phone })
    const { id, flags } = await readFlags(phone)
    expect(flags).toEqual(['first order'])
    for (const to of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
      await request('POST', `/order/admin/${id}/move`, { cookies: admin.cookies, body: { to } })
    await placeAsGuest({ phone: `${phone}` })
    expect((await readFlags(phone)).flags).toEqual([])
  })
})

describe('persons', () => {
  test('one without cash on delivery pays online, also as a guest with the same phone', async () => {
    const phone = createPhone()
    const shopper = await fillCart()
    const { id: userId } = await database.selectFrom('users').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow()
    await restrict({ phone, userId })
    expect([await placeAsGuest({ phone }), await payAsGuest({ phone }), await placeAsGuest()]).toEqual([notOffered, 200, 201])
    // The account, with another phone.
    expect(await placeAsShopper(shopper)).toEqual(notOffered)
  })
})

describe('the terms of an order', () => {
  const find = ({ phone = createPhone(), pin = '560001', rupees = 500 } = {}) =>
    findCodTerms({ trx: database, trackingKey, pin, phone, toPay: toPaise(rupees), settings: toDefaultSettings(settings).orders })

  test('the larger advance counts, and no cash is stricter than an advance', async () => {
    await addRules({ prefix: '56', cod: 'advance', advance_paise: toPaise(100) }, { prefix: '57', cod: 'no' })
    const [large, small, none] = [createPhone(), createPhone(), createPhone()]
    await restrict({ phone: large, advance: 150 })
    await restrict({ phone: small, advance: 50 })
    await restrict({ phone: none })
    expect(await find()).toEqual({ deliver: true, cod: 'advance', advance: paise(10_000) })
    expect(await find({ phone: large })).toEqual({ deliver: true, cod: 'advance', advance: paise(15_000) })
    expect(await find({ phone: small })).toEqual({ deliver: true, cod: 'advance', advance: paise(10_000) })
    expect(await find({ phone: small, pin: '110001' })).toEqual({ deliver: true, cod: 'advance', advance: paise(5_000) })
    expect(await find({ phone: none })).toEqual({ deliver: true, cod: 'no' })
    expect(await find({ phone: small, pin: '570001' })).toEqual({ deliver: true, cod: 'no' })
  })

  test('an order that is not larger than its advance is paid online', async () => {
    await addRules({ prefix: '56', cod: 'advance', advance_paise: toPaise(500) })
    expect(await find({ rupees: 500 })).toEqual({ deliver: true, cod: 'no' })
    expect(await find({ rupees: 500.01 })).toEqual({ deliver: true, cod: 'advance', advance: paise(50_000) })
  })
})
