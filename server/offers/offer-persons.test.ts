import { randomInt } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createPhone } from '#testing/guest-checkout.ts'
import { createOffers } from '#testing/offers.ts'
import { readCookies, signInShopper } from '#testing/shoppers.ts'
import { startPayingApp } from '#testing/start-shop.ts'

const { request, database } = await startPayingApp()
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, price: 1_000, stock: 10_000 })

/** The address of a person with a phone, a mailbox and a home of their own. */
const createAddress = (): DeliveryAddress => {
  const phone = createPhone()
  return { ...address, phone, email: `${phone}@example.com`, address: `${randomInt(1_000_000)} Mill Road` }
}

interface Browser {
  readonly cookies?: Record<string, string>
}

const codeOf = (reply: LightMyRequestResponse): string => (reply.statusCode < 300 ? 'placed' : reply.json().code)

const send = (path: string, deliveryAddress: DeliveryAddress, offerCode: string, { cookies = {} }: Browser) =>
  request('POST', path, { cookies, body: { ...buildGuestOrder([tee]), deliveryAddress, offerCode } })
const order = async (deliveryAddress: DeliveryAddress, code: string, browser: Browser = {}) =>
  codeOf(await send('/guest/cashondelivery', deliveryAddress, code, browser))
const pay = async (deliveryAddress: DeliveryAddress, code: string) => codeOf(await send('/guest/create-order', deliveryAddress, code, {}))

/** A new account whose cart has a tee and the code. */
async function fillCart(code: string, browser: Browser = {}) {
  const cookies = { ...(await signInShopper({ request })).cookies, ...browser.cookies }
  await request('POST', '/cart/add', { cookies, body: { product: tee.id, size: 'M' } })
  const entered = await request('POST', '/cart/offer', { cookies, body: { code } })
  return { cookies, entered: codeOf(entered) }
}

async function orderWithAccount(deliveryAddress: DeliveryAddress, code: string) {
  const { cookies } = await fillCart(code)
  return codeOf(await request('POST', '/cod/cashondelivery', { cookies, body: deliveryAddress }))
}

const sameDetails = [
  ['phone', ({ phone }: DeliveryAddress) => ({ phone: `+91 ${phone.slice(0, 5)} ${phone.slice(5)}` })],
  ['mailbox', ({ email }: DeliveryAddress) => ({ email: email.toUpperCase() })],
  ['home', ({ address: home }: DeliveryAddress) => ({ address: `${home.toUpperCase().replaceAll(' ', ', ')}.` })],
] as const

describe('a code that each person may use once', () => {
  test.each(sameDetails)('is refused to a guest with the same %s', async (_what, copy) => {
    const { _id, code } = await offers.add({ limitPerson: 1 })
    const [first, second] = [createAddress(), createAddress()]
    expect(await order(first, code)).toBe('placed')
    const again = { ...second, ...copy(first) }
    expect([await order(again, code), await pay(again, code)]).toEqual(['offer_used_before', 'offer_used_before'])
    expect([await order(second, code), await offers.used(_id)]).toEqual(['placed', 2])
  })

  test.each(sameDetails)('is refused to an account with the %s of a guest who has used it', async (_what, copy) => {
    const { code } = await offers.add({ limitPerson: 1 })
    const [first, second] = [createAddress(), createAddress()]
    expect(await order(first, code)).toBe('placed')
    expect(await orderWithAccount({ ...second, ...copy(first) }, code)).toBe('offer_used_before')
    expect(await orderWithAccount(second, code)).toBe('placed')
  })

  test('is refused to the next account of a home that pays online', async () => {
    const { code } = await offers.add({ limitPerson: 1 })
    const [first, second] = [createAddress(), createAddress()]
    expect(await orderWithAccount(first, code)).toBe('placed')
    const { cookies } = await fillCart(code)
    await request('POST', '/cart/', { cookies, body: { ...second, address: first.address } })
    expect(codeOf(await request('POST', '/order/create-order', { cookies, body: { amount: 1000, toPay: 900 } }))).toBe('offer_used_before')
  })

  test('is refused in the browser that has used it, to guests and in the cart of an account', async () => {
    const { code } = await offers.add({ firstOrder: true })
    const placed = await send('/guest/cashondelivery', createAddress(), '', {})
    const browser = { cookies: readCookies(placed) }
    expect(await order(createAddress(), code, browser)).toBe('placed')
    expect(await order(createAddress(), code, browser)).toBe('offer_used_before')
    expect((await fillCart(code, browser)).entered).toBe('offer_used_before')
    expect((await fillCart(code)).entered).toBe('placed')
  })

  test('is for two persons behind one IP address in villages without house numbers', async () => {
    const { code } = await offers.add({ limitPerson: 1 })
    const place = () => order({ ...createAddress(), address: 'Main Road' }, code)
    expect([await place(), await place()]).toEqual(['placed', 'placed'])
  })

  test('is used once by three orders of one home at the same moment', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1 })
    const { address: home } = createAddress()
    const outcomes = await Promise.all([1, 2, 3].map(() => order({ ...createAddress(), address: home }, code)))
    expect([outcomes.toSorted(), await offers.used(_id)]).toEqual([['offer_used_before', 'offer_used_before', 'placed'], 1])
  })

  test('counts uses that the version before has recorded by phone or account', async () => {
    const { _id, code } = await offers.add({ limitPerson: 1 })
    const first = createAddress()
    expect(await order(first, code)).toBe('placed')
    await database.updateTable('offer_uses').set({ person_keys: null }).where('offer_id', '=', _id).execute()
    expect(await order({ ...createAddress(), phone: first.phone }, code)).toBe('offer_used_before')
  })
})

describe('a code for a first order', () => {
  test('is refused to a new account with the phone of a guest who has ordered', async () => {
    const { code } = await offers.add({ firstOrder: true })
    const first = createAddress()
    expect(await order(first, '')).toBe('placed')
    expect(await orderWithAccount({ ...createAddress(), phone: first.phone }, code)).toBe('offer_first_order')
  })
})
