import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'
import { expectValid } from '#testing/ucp/expect-valid.ts'
import { createUcpClient, ucpEnvironment } from '#testing/ucp/ucp-client.ts'

const { app, database } = await createTestApp({ environment: ucpEnvironment })
const send = createUcpClient({ app })

const setDetails = ({ id, details }: { id: string; details: object }) =>
  database
    .updateTable('products')
    .set({ details: JSON.stringify(details) })
    .where('id', '=', id)
    .execute()

const plain = await createTestProduct({ database, name: 'Plain tee', price: 500, stock: 4 })
const blue = await createTestProduct({ database, name: 'Blue kurta', price: 1_000, sizes: { S: 0, M: 3 } })
const red = await createTestProduct({ database, name: 'Red kurta', price: 1_200, sizes: { S: 2, L: 1, 'Free size': 1 } })
const hidden = await createTestProduct({ database, name: 'Green kurta', price: 900 })

beforeAll(async () => {
  await setDetails({ id: blue.id, details: { style: 'kurta', colour: 'Blue' } })
  await setDetails({ id: red.id, details: { style: 'kurta', colour: 'Red' } })
  await setDetails({ id: hidden.id, details: { style: 'kurta', colour: 'Green' } })
  await database.updateTable('products').set({ status: 'archived' }).where('id', '=', hidden.id).execute()
})

interface Variant {
  id: string
  inputs: object[]
}

describe('a lookup', () => {
  async function lookUp(body: object) {
    const reply = await send('POST', '/catalog/lookup', { body })
    expect(reply.statusCode).toBe(200)
    expectValid('schemas/shopping/catalog_lookup.json#/$defs/lookup_response', reply.json())
    return reply.json()
  }
  const listVariants = async (body: object) =>
    (await lookUp(body)).products.flatMap(({ variants }: { variants: Variant[] }) => variants.map(({ id, inputs }) => [id, inputs]))

  test('finds products and variants, each with the ids that name it', async () => {
    const ids = [blue.id, `${blue.id}-S`, `${blue.id}-M`, blue.id, `${red.id}-Free_size`, plain.id]
    const found = await listVariants({ ids })
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        [
          `${blue.id}-M`,
          [
            { id: blue.id, match: 'featured' },
            { id: `${blue.id}-M`, match: 'exact' },
          ],
        ],
        [`${blue.id}-S`, [{ id: `${blue.id}-S`, match: 'exact' }]],
        [`${red.id}-Free_size`, [{ id: `${red.id}-Free_size`, match: 'exact' }]],
        [`${plain.id}-M`, [{ id: plain.id, match: 'featured' }]],
      ]),
    )
  })

  test('says which ids name nothing on sale', async () => {
    const missing = [hidden.id, randomUUID(), `${blue.id}-XXL`, `${blue.id}M`, 'prod_1', '😀\ud83d', '']
    const { products, messages } = await lookUp({ ids: [...missing, plain.id] })
    expect(products).toHaveLength(1)
    expect(messages.map(({ code }: { code: string }) => code)).toEqual(missing.map(() => 'not_found'))
    expect(messages[0].content).toBe(hidden.id)
  })

  test('leaves out what does not pass the filters', async () => {
    const ids = [blue.id, red.id]
    const listIds = async (filters: object) => (await listVariants({ ids, filters })).map(([id]: [string]) => id)
    expect(await listIds({ price: { max: 110_000 } })).toEqual([`${blue.id}-M`])
    expect(await listIds({ sizes: ['S'] })).toEqual([`${red.id}-S`])
    expect(await listIds({ colour: 'RED', available: true })).toEqual([`${red.id}-S`])
    expect(await listIds({ categories: ['Tees'] })).toHaveLength(2)
    expect(await listIds({ categories: ['HOODIE'] })).toEqual([])
    expect(await listIds({ fabric: 'silk' })).toEqual([])
  })

  test('has at most 50 ids', async () => {
    const ids = Array.from({ length: 51 }, () => randomUUID())
    const reply = await send('POST', '/catalog/lookup', { body: { ids } })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'request_too_large'])
    expect((await lookUp({ ids: [...ids.slice(1), ...ids.slice(1)] })).messages).toHaveLength(50)
  })

  test.each([{}, { ids: [] }, { ids: ['a'.repeat(201)] }, { ids: [1] }, { ids: 'x' }])(
    'is refused when it is invalid: %j',
    async (body) => {
      expect((await send('POST', '/catalog/lookup', { body })).statusCode).toBe(400)
    },
  )
})

describe('one product', () => {
  async function read(body: object) {
    const reply = await send('POST', '/catalog/product', { body })
    expect(reply.statusCode).toBe(200)
    expectValid('schemas/shopping/catalog_lookup.json#/$defs/get_product_response', reply.json())
    const { product } = reply.json()
    return { product, selected: product.selected, ids: product.variants.map(({ id }: Variant) => id) }
  }
  const toLabels = (product: { options: { name: string; values: { label: string; available: boolean; exists: boolean }[] }[] }) =>
    Object.fromEntries(
      product.options.map(({ name, values }) => [name, values.map(({ label, available, exists }) => [label, available, exists])]),
    )

  test('has all colours of its style on sale, and its own is selected', async () => {
    const { product, selected, ids } = await read({ id: blue.id })
    expect(selected).toEqual([{ name: 'Colour', label: 'Blue' }])
    expect(ids).toEqual([`${blue.id}-M`, `${blue.id}-S`])
    expect(toLabels(product)).toEqual({
      Colour: [
        ['Blue', true, true],
        ['Red', true, true],
      ],
      Size: [
        ['S', false, true],
        ['M', true, true],
        ['L', false, false],
        ['Free size', false, false],
      ],
    })
    expect(product.price_range).toMatchObject({ min: { amount: 100_000 }, max: { amount: 120_000 } })
  })

  test('another colour leads to the variants of another product', async () => {
    const { ids, product } = await read({ id: blue.id, selected: [{ name: 'color', label: 'red' }] })
    expect(ids).toEqual([`${red.id}-S`, `${red.id}-L`, `${red.id}-Free_size`])
    expect(toLabels(product).Size).toContainEqual(['L', true, true])
  })

  test('the least important option is left out when no variant has all', async () => {
    const selected = [
      { name: 'Colour', label: 'Blue' },
      { name: 'Size', label: 'L' },
    ]
    expect((await read({ id: blue.id, selected })).selected).toEqual([{ name: 'Colour', label: 'Blue' }])
    const bySize = await read({ id: blue.id, selected, preferences: ['Size', 'Colour'] })
    expect([bySize.selected, bySize.ids]).toEqual([[{ name: 'Size', label: 'L' }], [`${red.id}-L`]])
    const unknown = await read({ id: blue.id, selected: [{ name: 'Sleeve', label: 'Long' }] })
    expect([unknown.selected, unknown.ids.length]).toEqual([[], 5])
  })

  test('the id of a variant selects its options', async () => {
    const { selected, ids } = await read({ id: `${blue.id}-S`, selected: [{ name: 'Size', label: 'M' }] })
    expect(ids).toEqual([`${blue.id}-S`])
    expect(selected).toEqual([
      { name: 'Colour', label: 'Blue' },
      { name: 'Size', label: 'S' },
    ])
  })

  test('a product without colours has all its sizes', async () => {
    const { product, selected, ids } = await read({ id: plain.id })
    expect([selected, ids.length, Object.keys(toLabels(product))]).toEqual([[], 4, ['Size']])
  })

  test.each([
    ['an archived product', { id: hidden.id }],
    ['an unknown product', { id: randomUUID() }],
    ['an unknown size', { id: `${blue.id}-XXL` }],
    ['an id of another kind', { id: 'prod_1' }],
    ['a product that does not pass the filters', { id: blue.id, filters: { price: { max: 1 } } }],
  ])('%s is not found', async (_case, body) => {
    const reply = await send('POST', '/catalog/product', { body })
    expectValid('schemas/shopping/types/error_response.json', reply.json())
    expect([reply.statusCode, reply.json().messages[0].code, reply.json().ucp.status]).toEqual([200, 'not_found', 'error'])
  })
})
