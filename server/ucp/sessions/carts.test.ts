import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app, database, request } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })
const offers = await createOffers({ request, database })
const tee = await createTestProduct({ database, name: 'Tee', price: 500, stock: 40 })
const lines = (quantity: number) => [{ item: { id: buildVariantId({ productId: tee.id, size: 'M' }) }, quantity }]

async function callCart(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const json = (await send(method, path, body ? { body } : {})).json()
  if (json.ucp.status === 'error') expectValid('schemas/shopping/types/error_response.json', json)
  else expectValid('schemas/shopping/discount.json#/$defs/dev.ucp.shopping.cart', json)
  return json
}

const createCheckout = async (body: object) => {
  const json = (await send('POST', '/checkout-sessions', { body })).json()
  if (json.ucp.status !== 'error') expectValid('schemas/shopping/checkout.json', json)
  return json
}

test('a cart is created, read, changed and canceled', async () => {
  const cart = await callCart('POST', '/carts', { line_items: lines(2), context: { postal_code: '560001' } })
  expect(cart.totals.at(-1)).toMatchObject({ type: 'total', amount: 100_000 })
  expect(cart.continue_url).toMatch(/^https:\/\/shop\.example\/cart-link\?session=/)
  expect(cart).not.toHaveProperty('status')
  expect(await callCart('GET', `/carts/${cart.id}`)).toEqual(cart)
  expect((await callCart('PUT', `/carts/${cart.id}`, { line_items: lines(41) })).messages).toMatchObject([
    { code: 'insufficient_stock', path: '$.line_items[0]' },
  ])
  expect((await callCart('POST', `/carts/${cart.id}/cancel`)).line_items).toHaveLength(1)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', { line_items: lines(1) }],
    ['POST', '/cancel', undefined],
  ] as const)
    expect((await callCart(method, `/carts/${cart.id}${path}`, body)).messages).toMatchObject([{ code: 'not_found' }])
})

test('a cart becomes one checkout with its items and code', async () => {
  const { code } = await offers.add()
  const cart = await callCart('POST', '/carts', { line_items: lines(2), buyer: { first_name: 'Asha' }, discounts: { codes: [code] } })
  const checkout = await createCheckout({ cart_id: cart.id, line_items: lines(9) })
  expect([checkout.line_items[0].quantity, checkout.buyer.first_name, checkout.discounts.applied[0].code]).toEqual([2, 'Asha', code])
  expect((await createCheckout({ cart_id: cart.id })).id).toBe(checkout.id)
  await send('POST', `/checkout-sessions/${checkout.id}/cancel`)
  expect((await createCheckout({ cart_id: cart.id })).id).not.toBe(checkout.id)
})

test('a checkout of an unknown cart, or of nothing, is refused', async () => {
  expect((await createCheckout({ cart_id: randomUUID() })).messages).toMatchObject([{ code: 'not_found' }])
  expect((await createCheckout({})).messages).toMatchObject([{ code: 'invalid_request' }])
})

test('a cart is no checkout', async () => {
  const cart = await callCart('POST', '/carts', { line_items: lines(1) })
  expect((await send('GET', `/checkout-sessions/${cart.id}`)).json().messages).toMatchObject([{ code: 'not_found' }])
})
