import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { createDeliveryRules } from '#testing/delivery-rules.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

// What happens between the moment an assistant hands a checkout over and the order of its buyer.

const { app, database, request, trackingKey } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })
const offers = await createOffers({ request, database })

type Product = Awaited<ReturnType<typeof createTestProduct>>

async function handOver({ product, more = {} }: { product: Product; more?: object }) {
  const line_items = [{ item: { id: buildVariantId({ productId: product.id, size: 'M' }) }, quantity: 1 }]
  const json = (await send('POST', '/checkout-sessions', { body: { line_items, ...more } })).json()
  const token = new URL(json.continue_url).searchParams.get('session') ?? ''
  let cookies: Record<string, string> = {}
  const call = async (path: string, body: object) => {
    const reply = await request('POST', path, { cookies, body })
    cookies = { ...cookies, ...Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])) }
    return reply
  }
  await call('/cart/session/open', { token })
  const phone = String(randomInt(6_000_000_000, 9_999_999_999))
  const deliveryAddress = { ...address, phone, email: `${phone}@example.com` }
  return {
    /** the buyer opens the link again */
    reopen: async () => (await call('/cart/session', { token })).json(),
    order: (changes: object = {}) =>
      call('/guest/cashondelivery', { ...buildGuestOrder([{ ...product, size: 'M' }]), deliveryAddress, ...changes }),
    read: async () => {
      const { status, messages = [] } = (await send('GET', `/checkout-sessions/${json.id}`)).json()
      return { status, codes: messages.map(({ code }: { code: string }) => code) }
    },
    phone,
  }
}

const edit = (product: Product, values: { status?: 'archived'; price_paise?: number; stock?: number }) =>
  database
    .updateTable('products')
    .set(values as object)
    .where('id', '=', product.id)
    .execute()

test('the last item was sold to somebody else: the buyer and the assistant are told, and the link stays', async () => {
  const product = await createTestProduct({ database, stock: 1 })
  const [first, second] = [await handOver({ product }), await handOver({ product })]
  expect((await first.order()).statusCode).toBe(201)
  const refused = await second.order()
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/sold out|out of stock|left/i)])
  expect(await second.read()).toMatchObject({ status: 'incomplete', codes: expect.arrayContaining(['out_of_stock']) })
  expect((await second.reopen()).items).toMatchObject([{ product: product.id, quantity: 1 }])
})

test('the price rose: nothing is ordered at another price than the page showed', async () => {
  const product = await createTestProduct({ database, price: 500, stock: 9 })
  const buyer = await handOver({ product })
  await edit(product, { price_paise: 60_000 })
  const refused = await buyer.order()
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/price/i)])
  expect((await buyer.reopen()).items).toMatchObject([{ price: 500 }])
  expect((await buyer.read()).codes).toContain('price_changed')
  const accepted = await buyer.order(buildGuestOrder([{ ...product, price: 600, size: 'M' }]))
  expect([accepted.statusCode, (await buyer.read()).status]).toEqual([201, 'completed'])
})

test('the code ended: the assistant is told, and the buyer gets no discount without being told', async () => {
  const product = await createTestProduct({ database, price: 500, stock: 9 })
  const { code, _id, version } = await offers.add()
  const buyer = await handOver({ product, more: { discounts: { codes: [code] } } })
  expect((await buyer.reopen()).code).toBe(code)
  await offers.end(_id, version)
  expect((await buyer.read()).codes).toContain('discount_code_expired')
  const refused = await buyer.order({ offerCode: code })
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/code|offer/i)])
  expect((await buyer.order()).statusCode).toBe(201)
})

test('nothing is delivered to the PIN code any more: the buyer chooses another address', async () => {
  const product = await createTestProduct({ database, stock: 9 })
  const fulfillment = { methods: [{ destinations: [{ postal_code: '744101' }] }] }
  const buyer = await handOver({ product, more: { fulfillment } })
  await createDeliveryRules({ database, trackingKey }).addRules({ prefix: '744', deliver: false, cod: 'no' })
  expect((await buyer.read()).codes).toContain('address_undeliverable')
  const there = { ...address, pinCode: '744101', phone: buyer.phone, email: `${buyer.phone}@example.com` }
  const refused = await buyer.order({ deliveryAddress: there })
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringMatching(/PIN code|deliver/i)])
  expect((await buyer.order()).statusCode).toBe(201)
  expect((await buyer.read()).status).toBe('completed')
})

test('the product was archived: the page and the assistant say that it is gone', async () => {
  const product = await createTestProduct({ database, stock: 9 })
  const buyer = await handOver({ product })
  await edit(product, { status: 'archived' })
  const refused = await buyer.order()
  expect([404, 409]).toContain(refused.statusCode)
  expect(refused.json().message).not.toBe('')
  // The page finds out by itself that the shop does not have it.
  expect((await buyer.reopen()).items).toMatchObject([{ product: product.id }])
  expect((await buyer.read()).codes).toContain('item_unavailable')
})

test('the link shows the same when it is opened again, until the order is placed', async () => {
  const product = await createTestProduct({ database, stock: 9 })
  const buyer = await handOver({ product })
  const before = await buyer.reopen()
  expect(await buyer.reopen()).toEqual(before)
  expect((await buyer.order()).statusCode).toBe(201)
  expect((await buyer.reopen()).code).toBe('continue_link_ordered')
  expect((await buyer.read()).status).toBe('completed')
})
