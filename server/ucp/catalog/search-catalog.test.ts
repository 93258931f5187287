import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app, database } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })

const kurta = await createTestProduct({ database, name: 'Indigo kurta', price: 1499, category: 'DENIM', sizes: { S: 0, M: 3, '3XL': 1 } })
const tee = await createTestProduct({ database, name: 'Indigo tee', price: 799, category: 'TEE', stock: 5 })
await createTestProduct({ database, name: 'Indigo draft', price: 799 }).then(({ id }) =>
  database.updateTable('products').set({ status: 'draft' }).where('id', '=', id).execute(),
)
await database
  .updateTable('products')
  .set({
    mrp_paise: toPaise(1_999),
    details: JSON.stringify({ colour: 'Blue', fabric: '100% cotton', returnRule: 'final sale', dispatchDays: 10, gender: 'female' }),
  })
  .where('id', '=', kurta.id)
  .execute()
await database.updateTable('product_sizes').set({ sku: 'IK-M', barcode: '8901234567890' }).where('size', '=', 'M').execute()

async function search(body: object) {
  const reply = await send('POST', '/catalog/search', { body })
  expect(reply.statusCode).toBe(200)
  expectValid('schemas/shopping/catalog_search.json#/$defs/search_response', reply.json())
  return reply.json()
}

const listTitles = async (body: object) => (await search(body)).products.map(({ title }: { title: string }) => title)

test('a search finds products on sale with their variants, prices in paise and media', async () => {
  const { ucp, products, pagination } = await search({ query: 'indigo kurta', context: { address_country: 'IN' }, unknown: 1 })
  expect(ucp).toEqual({ version: '2026-04-08', capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }] } })
  expect(pagination).toEqual({ has_next_page: false, total_count: 1 })
  const [product] = products
  expect(product).toMatchObject({
    id: kurta.id,
    handle: 'indigo-kurta',
    title: 'Indigo kurta',
    url: `https://shop.example/product/${kurta.id}/indigo-kurta`,
    price_range: { min: { amount: 149_900, currency: 'INR' }, max: { amount: 149_900, currency: 'INR' } },
    list_price_range: { min: { amount: 199_900, currency: 'INR' } },
    options: [
      { name: 'Colour', values: [{ label: 'Blue' }] },
      { name: 'Size', values: [{ label: 'S' }, { label: 'M' }, { label: '3XL' }] },
    ],
    metadata: { material: '100% cotton', gender: 'female', return_rule: 'final sale', dispatch_days: 10 },
  })
  expect(product.media[0]).toMatchObject({ type: 'image', url: expect.stringMatching(/^https:\/\/shop\.example\/images\/.*\.jpeg$/) })
  expect(product.variants.map(({ id, availability }: { id: string; availability: object }) => [id, availability])).toEqual([
    [`${kurta.id}-M`, { available: true, status: 'in_stock' }],
    [`${kurta.id}-3XL`, { available: true, status: 'in_stock' }],
    [`${kurta.id}-S`, { available: false, status: 'out_of_stock' }],
  ])
  expect(product.variants[0]).toMatchObject({
    title: 'Blue / M',
    sku: 'IK-M',
    barcodes: [{ type: 'GTIN', value: '8901234567890' }],
    price: { amount: 149_900, currency: 'INR' },
    list_price: { amount: 199_900, currency: 'INR' },
    seller: { links: expect.arrayContaining([{ type: 'refund_policy', url: 'https://shop.example/returnPolicy' }]) },
  })
})

test('what a shopper must know before buying is a warning', async () => {
  const { messages } = await search({ query: 'indigo kurta' })
  expect(messages).toEqual([
    { type: 'warning', code: 'delayed_fulfillment', content: 'Made to order: leaves in 10 days', path: '$.products[0]' },
    { type: 'warning', code: 'final_sale', content: expect.stringContaining('Final sale'), path: '$.products[0]' },
  ])
})

test.each([
  [{ price: { max: 79_900 } }, ['Indigo tee']],
  [{ price: { min: 80_000 } }, ['Indigo kurta']],
  [{ categories: ['denim'] }, ['Indigo kurta']],
  [{ categories: ['TEE', 'DENIM'] }, ['Indigo tee', 'Indigo kurta']],
  [{ categories: ['Hats'] }, []],
  [{ sizes: ['3xl'] }, ['Indigo kurta']],
  [{ sizes: ['S'], available: true }, []],
  [{ colour: 'blue' }, ['Indigo kurta']],
  [{ fabric: 'Cotton' }, ['Indigo kurta']],
  [{ price: { max: Number.MAX_SAFE_INTEGER } }, ['Indigo tee', 'Indigo kurta']],
])('a list with the filters %j has %j', async (filters, titles) => {
  expect(await listTitles({ filters })).toEqual(titles)
  expect((await listTitles({ query: 'indigo', filters })).toSorted()).toEqual(titles.toSorted())
})

test('a category is named as products name it, or by the number of Google', async () => {
  const [{ categories }] = (await search({ filters: { categories: ['DENIM'] } })).products
  for (const { value } of categories) expect(await listTitles({ filters: { categories: [value] } })).toContain('Indigo kurta')
})

test('a price in another currency does not narrow a list, and the reply says so', async () => {
  const { products, messages } = await search({ filters: { price: { max: 1 } }, context: { currency: 'USD' } })
  expect([products.length, messages[0].code]).toEqual([2, 'price_filter_ignored'])
  expect(await listTitles({ filters: { price: { max: 1 } }, context: { currency: 'inr' } })).toEqual([])
})

test('a cursor leads through the whole list', async () => {
  const first = await search({ query: 'indigo', pagination: { limit: 1 } })
  expect(first.pagination).toMatchObject({ has_next_page: true, total_count: 2 })
  const second = await search({ query: 'indigo', pagination: { limit: 1, cursor: first.pagination.cursor } })
  expect(second.pagination).toEqual({ has_next_page: false, total_count: 2 })
  expect([first.products[0].id, second.products[0].id].toSorted()).toEqual([kurta.id, tee.id].toSorted())
})

test('a search without a hit is an empty list', async () => {
  expect(await search({ query: 'zzzzqqqq' })).toMatchObject({ products: [], pagination: { has_next_page: false } })
})

test('a long query in another script or with half an emoji is a query', async () => {
  expect(await listTitles({ query: `${'नीला कुर्ता '.repeat(500)}\ud83d` })).toEqual([])
})

test.each([
  {},
  { query: '  ' },
  { query: 'indigo', pagination: { limit: 0 } },
  { query: 'indigo', pagination: { cursor: 'x' } },
  { query: 'indigo', pagination: { cursor: Buffer.from('from:999999').toString('base64url') } },
  { query: 1 },
  { filters: { price: { max: -1 } } },
  { filters: { categories: Array(21).fill('TEE') } },
])('an invalid search is refused: %j', async (body) => {
  const reply = await send('POST', '/catalog/search', { body })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
})
