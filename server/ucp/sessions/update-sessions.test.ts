import { expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app, database, request } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, name: 'Tee', price: 500, stock: 40 })
const kurta = await createTestProduct({ database, name: 'Kurta', price: 1_000, stock: 40 })
const line = (product: { id: string }, quantity = 1) => ({ item: { id: buildVariantId({ productId: product.id, size: 'M' }) }, quantity })
const buyer = { first_name: 'Asha', email: 'asha@example.com' }
const home = { id: 'home', street_address: '12 Lake Road', postal_code: '560001' }
const work = { id: 'work', street_address: '1 Mill Street', postal_code: '110001' }
const deliver = (destinations?: readonly object[], more: object = {}) => ({
  fulfillment: { methods: [{ type: 'shipping', ...(destinations && { destinations }), ...more }] },
})

const call = async (method: 'POST' | 'PUT', path: string, body: object) => (await send(method, path, { body })).json()
const create = (body: object) => call('POST', '/checkout-sessions', body)

test('an update replaces the checkout: what it leaves out is removed', async () => {
  const { code } = await offers.add()
  const { id } = await create({ line_items: [line(tee), line(kurta)], buyer, ...deliver([home]), discounts: { codes: [code] } })
  const whole = await call('PUT', `/checkout-sessions/${id}`, {
    line_items: [line(kurta, 2)],
    buyer: { last_name: 'Rao' },
    ...deliver([home, work], { selected_destination_id: 'work' }),
    discounts: { codes: [code] },
  })
  expect([whole.line_items.length, whole.buyer, whole.fulfillment.methods[0].destinations]).toEqual([1, { last_name: 'Rao' }, [work]])
  const bare = await call('PUT', `/checkout-sessions/${id}`, { line_items: [line(kurta)] })
  expect([bare.buyer, bare.discounts, bare.fulfillment.methods[0].destinations]).toEqual([undefined, undefined, undefined])
  const cart = await call('POST', '/carts', { line_items: [line(tee)], buyer, discounts: { codes: [code] } })
  const bareCart = await call('PUT', `/carts/${cart.id}`, { line_items: [line(tee)] })
  expect([bareCart.buyer, bareCart.discounts]).toEqual([undefined, undefined])
})

test('an update that chooses an option only keeps its destination', async () => {
  const { id } = await create({ line_items: [line(tee)], ...deliver([home]) })
  const groups = [{ id: 'parcel', selected_option_id: 'standard' }]
  const json = await call('PUT', `/checkout-sessions/${id}`, { line_items: [line(tee)], ...deliver(undefined, { groups }) })
  expect(json.fulfillment.methods[0]).toMatchObject({ destinations: [home], selected_destination_id: 'home' })
})

test('the discounts of the lines are those of the checkout, and each names its lines', async () => {
  const { code } = await offers.add()
  const unknown = { item: { id: 'unknown' }, quantity: 1 }
  const json = await create({ line_items: [unknown, line(tee), line(kurta, 3)], discounts: { codes: [code] } })
  const sumOf = (totals: { type: string; amount: number }[]) =>
    totals.filter(({ type }) => type === 'items_discount').reduce((sum, { amount }) => sum + amount, 0)
  const ofLines = json.line_items.map(({ totals }: { totals: { type: string; amount: number }[] }) => sumOf(totals))
  expect(ofLines).toEqual([0, -5_000, -30_000])
  expect(sumOf(json.totals)).toBe(-35_000)
  expect(json.discounts.applied).toMatchObject([
    {
      amount: 35_000,
      allocations: [
        { path: '$.line_items[1]', amount: 5_000 },
        { path: '$.line_items[2]', amount: 30_000 },
      ],
    },
  ])
  const rest = json.totals.filter(({ type }: { type: string }) => type !== 'total')
  expect(rest.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(json.totals.at(-1).amount)
})

test('a checkout of a cart has what the cart has, whatever else is sent', async () => {
  const { code } = await offers.add()
  const cart = await call('POST', '/carts', { line_items: [line(tee)], buyer, context: { postal_code: '560001' } })
  const json = await create({
    cart_id: cart.id,
    line_items: [],
    buyer: { first_name: 'Other' },
    discounts: { codes: [code] },
    ...deliver([home]),
  })
  expect([json.line_items.length, json.buyer, json.discounts, json.fulfillment.methods[0].selected_destination_id]).toEqual([
    1,
    buyer,
    undefined,
    'home',
  ])
  expect((await create({ cart_id: 'cart_1', line_items: [] })).messages).toMatchObject([{ code: 'not_found' }])
})
