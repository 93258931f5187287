import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildVariantId } from '#contract/catalog/variants.ts'
import { createDeliveryRules } from '#testing/delivery-rules.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createOffers } from '#testing/offers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app, database, request, trackingKey } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })
const offers = await createOffers({ request, database })

const kurta = await createTestProduct({ database, name: 'Kurta', price: 1_000, sizes: { S: 0, M: 3 } })
const tee = await createTestProduct({ database, name: 'Tee', price: 500, stock: 40 })
const variant = (product: { id: string }, size: string) => buildVariantId({ productId: product.id, size })

const line = (id: string, quantity = 1) => ({ item: { id }, quantity })

const destination = {
  id: 'home',
  street_address: '12 Lake Road',
  address_locality: 'Bengaluru',
  address_region: 'Karnataka',
  address_country: 'IN',
  postal_code: '560001',
}
const buyer = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone_number: '+91 98765 43210' }
const complete = { buyer, fulfillment: { methods: [{ type: 'shipping', destinations: [destination] }] } }

/** Sends a request of a checkout and checks its reply against the published schemas. */
async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, headers?: Record<string, string>) {
  const reply = await send(method, path, { ...(body && { body }), ...(headers && { headers }) })
  expect([200, 201], reply.body).toContain(reply.statusCode)
  const json = reply.json()
  if (json.ucp.status === 'error') expectValid('schemas/shopping/types/error_response.json', json)
  else {
    expectValid('schemas/shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout', json)
    expectValid('schemas/shopping/discount.json#/$defs/dev.ucp.shopping.checkout', json)
  }
  return json
}

const create = (body: object, headers?: Record<string, string>) => call('POST', '/checkout-sessions', body, headers)
const listMessages = (json: { messages?: { code: string; severity?: string; path?: string }[] }) =>
  (json.messages ?? []).map(({ code, severity, path }) => [code, severity ?? '', path ?? ''].filter(Boolean).join(' '))
const amountsOf = (totals: { type: string; amount: number }[]) => Object.fromEntries(totals.map(({ type, amount }) => [type, amount]))

test('a complete checkout waits for its buyer, with the sums of the shop', async () => {
  const json = await create({ line_items: [line(variant(kurta, 'M'), 2), line(variant(tee, 'L'))], ...complete })
  expect([json.status, json.currency, listMessages(json)]).toEqual([
    'requires_escalation',
    'INR',
    ['buyer_review_required requires_buyer_review'],
  ])
  expect(amountsOf(json.totals)).toMatchObject({ subtotal: 250_000, fulfillment: 0, total: 250_000 })
  expect(
    json.line_items.map(({ item, quantity }: { item: { title: string; price: number }; quantity: number }) => [
      item.title,
      item.price,
      quantity,
    ]),
  ).toEqual([
    ['Kurta, size M', 100_000, 2],
    ['Tee, size L', 50_000, 1],
  ])
  expect(json.continue_url).toMatch(/^https:\/\/shop\.example\/cart-link\?session=/)
  expect(json.fulfillment.methods[0]).toMatchObject({ selected_destination_id: 'home', destinations: [destination] })
  expect(await call('GET', `/checkout-sessions/${json.id}`)).toEqual(json)
})

test('without an address the buyer enters it', async () => {
  const json = await create({ line_items: [line(variant(tee, 'M'))] })
  expect([json.status, listMessages(json)]).toEqual(['requires_escalation', ['buyer_details_missing requires_buyer_input']])
})

test('what cannot be ordered is said with its path, and corrected by an update', async () => {
  const { id, ...json } = await create({
    line_items: [line(variant(kurta, 'M'), 9), line(variant(kurta, 'S')), line(kurta.id), line(variant(tee, 'L'), 100), line(randomUUID())],
    buyer: { ...buyer, phone_number: '12', email: 'asha' },
    fulfillment: { methods: [{ destinations: [{ ...destination, postal_code: '5600' }] }] },
  })
  expect(json.status).toBe('incomplete')
  expect(listMessages(json)).toEqual([
    'insufficient_stock recoverable $.line_items[0]',
    'out_of_stock recoverable $.line_items[1]',
    'size_missing recoverable $.line_items[2]',
    'quantity_limit recoverable $.line_items[3]',
    'item_unavailable recoverable $.line_items[4]',
    'invalid_postal_code recoverable $.fulfillment.methods[0].destinations[0].postal_code',
    'invalid_phone recoverable $.buyer.phone_number',
    'invalid_email recoverable $.buyer.email',
    'buyer_details_missing requires_buyer_input',
  ])
  const corrected = await call('PUT', `/checkout-sessions/${id}`, { line_items: [line(variant(kurta, 'M'))], ...complete })
  expect([corrected.status, corrected.line_items.length]).toEqual(['requires_escalation', 1])
})

test('a PIN code that nothing is delivered to, and another country, are not deliverable', async () => {
  await createDeliveryRules({ database, trackingKey }).addRules({ prefix: '744', deliver: false, cod: 'no' })
  const to = (place: object) =>
    create({ line_items: [line(variant(tee, 'M'))], buyer, fulfillment: { methods: [{ destinations: [{ ...destination, ...place }] }] } })
  const path = '$.fulfillment.methods[0].destinations[0]'
  expect(listMessages(await to({ postal_code: '744101' }))).toContain(`address_undeliverable recoverable ${path}`)
  expect(listMessages(await to({ postal_code: '\u096d\u096a\u096a\u0967\u0966\u0967' }))).toContain(
    `address_undeliverable recoverable ${path}`,
  )
  expect(listMessages(await to({ address_country: 'US' }))).toContain(`address_undeliverable recoverable ${path}`)
})

test('a checkout of nothing that can be had is refused', async () => {
  const json = await create({ line_items: [line(variant(kurta, 'S')), line('nonsense')] })
  expect([json.ucp.status, listMessages(json)]).toEqual([
    'error',
    ['out_of_stock unrecoverable $.line_items[0]', 'item_unavailable unrecoverable $.line_items[1]'],
  ])
})

test('a code reduces the sum, and one that does not count is named', async () => {
  await offers.add({ code: 'DIWALI10' })
  const json = await create({ line_items: [line(variant(tee, 'M'), 2)], discounts: { codes: ['diwali10'] } })
  expect(amountsOf(json.totals)).toMatchObject({ subtotal: 100_000, items_discount: -10_000, total: 90_000 })
  const allocations = [{ path: '$.line_items[0]', amount: 10_000 }]
  expect(json.discounts).toEqual({ codes: ['diwali10'], applied: [{ code: 'DIWALI10', title: 'DIWALI10', amount: 10_000, allocations }] })
  const wrong = await call('PUT', `/checkout-sessions/${json.id}`, {
    line_items: [line(variant(tee, 'M'), 2)],
    discounts: { codes: ['NOBODY', 'DIWALI10'] },
  })
  expect(listMessages(wrong).slice(0, 2)).toEqual([
    'discount_code_invalid $.discounts.codes[0]',
    'discount_code_combination_disallowed $.discounts.codes[1]',
  ])
  expect(amountsOf(wrong.totals).total).toBe(100_000)
})

test('a price that has changed is the price of the next reply', async () => {
  const product = await createTestProduct({ database, price: 300 })
  const { id } = await create({ line_items: [line(variant(product, 'M'))] })
  await database
    .updateTable('products')
    .set({ price_paise: 40_000 as never })
    .where('id', '=', product.id)
    .execute()
  const json = await call('GET', `/checkout-sessions/${id}`)
  expect([amountsOf(json.totals).total, listMessages(json)[0]]).toEqual([40_000, 'price_changed $.line_items[0].item.price'])
})

test('another agent cannot read or change a checkout', async () => {
  const { id } = await create({ line_items: [line(variant(tee, 'M'))], ...complete })
  const other = { 'ucp-agent': 'profile="https://other.example/profile.json"' }
  const body = { line_items: [line(variant(tee, 'M'), 9)] }
  for (const [method, path, sent] of [
    ['GET', '', undefined],
    ['PUT', '', body],
    ['POST', '/cancel', undefined],
    ['POST', '/complete', {}],
  ] as const) {
    const json = await call(method, `/checkout-sessions/${id}${path}`, sent, other)
    expect([json.ucp.status, listMessages(json)]).toEqual(['error', ['not_found unrecoverable']])
  }
  expect((await call('GET', `/checkout-sessions/${id}`)).line_items[0].quantity).toBe(1)
})

test('completing orders nothing and leads to the buyer', async () => {
  const { id, continue_url } = await create({ line_items: [line(variant(tee, 'M'))], ...complete })
  const json = await call('POST', `/checkout-sessions/${id}/complete`, { payment: { instruments: [] } })
  expect([json.status, json.continue_url]).toEqual(['requires_escalation', continue_url])
  const { count } = await database
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})

test('a canceled or expired checkout has no link any more', async () => {
  const { id } = await create({ line_items: [line(variant(tee, 'M'))] })
  expect(await call('POST', `/checkout-sessions/${id}/cancel`)).toMatchObject({ status: 'canceled' })
  const refused = ['checkout_canceled unrecoverable']
  const changed = { line_items: [line(variant(tee, 'M'), 5)] }
  expect(listMessages(await call('PUT', `/checkout-sessions/${id}`, changed))).toEqual(refused)
  expect(listMessages(await call('POST', `/checkout-sessions/${id}/cancel`))).toEqual(refused)
  expect(listMessages(await call('POST', `/checkout-sessions/${id}/complete`, {}))).toEqual(refused)
  const { status, line_items, continue_url } = await call('GET', `/checkout-sessions/${id}`)
  expect([status, line_items[0].quantity, continue_url]).toEqual(['canceled', 1, undefined])
  const second = await create({ line_items: [line(variant(tee, 'M'))] })
  await database
    .updateTable('ucp_sessions')
    .set({ expires_at: new Date(0) })
    .where('id', '=', second.id)
    .execute()
  expect((await call('GET', `/checkout-sessions/${second.id}`)).status).toBe('canceled')
})

test('the same request with the same key makes one checkout', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { line_items: [line(variant(tee, 'M'))] }
  const [first, second] = [await create(body, headers), await create(body, headers)]
  expect(second.id).toBe(first.id)
  const other = await send('POST', '/checkout-sessions', { body: { line_items: [line(variant(tee, 'M'), 2)] }, headers })
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_conflict'])
})

test.each([
  { line_items: [] },
  { line_items: [{ item: { id: 'x' }, quantity: 0 }] },
  { line_items: [{ item: { id: 'x' }, quantity: 1e9 }] },
  { line_items: Array(51).fill(line('x')) },
  { line_items: [line('x')], buyer: { first_name: 'x'.repeat(100) } },
])('an invalid request is refused: %#', async (body) => {
  const reply = await send('POST', '/checkout-sessions', { body })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
})
