import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findMissingDeclarations } from '#contract/catalog/declarations.ts'
import type { ProductList } from '#contract/catalog/products.ts'
import { createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

const change = (id: string, body: object) => request('PATCH', `/products/${id}/details`, { cookies, body })
const readProduct = async (id: string) => (await request('GET', `/products/${id}`)).json()

describe('the details of a product', () => {
  test('are stored, shown with the product, and left out of lists', async () => {
    const { id } = await createTestProduct({ database })
    expect((await readProduct(id)).details).toEqual({})
    const details = { fabric: ' 100% cotton ', weightGrams: 220, itemsInPack: 1, hsnCode: '6109', countryOfOrigin: 'Nepal' }
    const reply = await change(id, { version: 1, details })
    const stored = { ...details, fabric: '100% cotton' }
    expect(reply.json()).toEqual({ message: 'Details saved', details: stored, detailsVersion: 2 })
    expect((await readProduct(id)).details).toEqual(stored)
    const list: { _id: string }[] = (await request('GET', '/products/getAll')).json()
    expect(list.find(({ _id }) => _id === id)).not.toHaveProperty('details')
    expect((await change(id, { version: 2, details: { care: 'Wash cold' } })).json().details).toEqual({ care: 'Wash cold' })
  })

  test('have keywords, which shoppers find the product by and do not see', async () => {
    const { id } = await createTestProduct({ database, name: 'Handloom Wrap' })
    const search = async (q: string) => {
      const { products } = (await request('GET', `/products/getAll?page=1&q=${q}`)).json()
      return products.map(({ _id }: { _id: string }) => _id)
    }
    const described = await createTestProduct({ database, name: 'Other Wrap', description: 'Worn like a lungi.' })
    expect(await search('lungi')).toEqual([described.id])
    const keywords = 'Lungi, dhoti, veshti'
    expect((await change(id, { version: 1, details: { keywords } })).json().details).toEqual({ keywords })
    expect(await search('lungi')).toEqual([described.id, id])
    expect(await search('vesti')).toEqual([id])
    expect((await request('GET', '/products/suggestions?q=dhot')).json().suggestions).toEqual(['Handloom Wrap'])
    expect((await readProduct(id)).details).toEqual({})
    const long = await change(id, { version: 2, details: { keywords: 'a'.repeat(2_001) } })
    expect(long.json().fields).toEqual({ 'details.keywords': 'The list of words for search is too long.' })
    expect((await change(id, { version: 2, details: {} })).statusCode).toBe(200)
    expect(await search('dhoti')).toEqual([])
  })

  test('have the pieces that the tax counts, which shoppers do not see', async () => {
    const { id, name } = await createTestProduct({ database })
    const details = { itemsInPack: 4, taxPieces: 2 }
    expect((await change(id, { version: 1, details })).json().details).toEqual(details)
    expect((await readProduct(id)).details).toEqual({ itemsInPack: 4 })
    const { products } = (await request('GET', `/products/admin?q=${name}`, { cookies })).json()
    expect(products[0].details).toEqual(details)
  })

  test('of an imported product are all that it declares', async () => {
    const { id, name } = await createTestProduct({ database })
    await database.updateTable('products').set({ needs_declarations: true }).where('id', '=', id).execute()
    expect((await readProduct(id)).needsDeclarations).toBe(true)
    const { products } = (await request('GET', `/products/admin?q=${name}`, { cookies })).json()
    expect(products[0].needsDeclarations).toBe(true)
    const declared = { details: {}, mrp: 999, storeAddress: '12 Lake Road' }
    expect(findMissingDeclarations(declared)).toEqual([])
    expect(findMissingDeclarations({ ...declared, needsDeclarations: true })).toEqual(['country of origin', 'maker'])
    const details = { countryOfOrigin: 'Nepal', maker: 'Himal Knits, Patan', importer: 'The store' }
    expect(findMissingDeclarations({ ...declared, details, needsDeclarations: true })).toEqual([])
    const ofIndia = (await request('GET', `/products/getAll?page=1&limit=48&country=India&q=${name}`)).json()
    expect(ofIndia.products.map(({ _id }: { _id: string }) => _id)).not.toContain(id)
  })

  test('the second of two concurrent changes is refused', async () => {
    const { id } = await createTestProduct({ database })
    const replies = await Promise.all([
      change(id, { version: 1, details: { fit: 'Boxy' } }),
      change(id, { version: 1, details: { fit: 'Slim' } }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await change(randomUUID(), { version: 1, details: {} })).statusCode).toBe(404)
  })

  test.each([
    [{ weightGrams: 'heavy' }, { 'details.weightGrams': 'Weight must be whole grams, such as 220.' }],
    [{ weightGrams: 0.5 }, { 'details.weightGrams': 'Weight must be whole grams, such as 220.' }],
    [{ itemsInPack: 0 }, { 'details.itemsInPack': 'Items in a pack must be a whole number, such as 2.' }],
    [{ taxPieces: 0 }, { 'details.taxPieces': 'Pieces for the tax must be a whole number, such as 2.' }],
    [{ taxPieces: 1_001 }, { 'details.taxPieces': 'Pieces for the tax must be a whole number, such as 2.' }],
    [{ hsnCode: '61091' }, { 'details.hsnCode': 'An HSN code has 4, 6 or 8 digits.' }],
    [{ fabric: 'a'.repeat(201) }, { 'details.fabric': 'Fabric is too long.' }],
    [{ gender: 'ladies' }, { 'details.gender': 'Gender must be one of female, male, unisex.' }],
    [{ fit: 'Box\0y' }, { 'details.fit': 'Fit has characters that cannot be stored.' }],
  ])('%j is refused', async (details, fields) => {
    const { id } = await createTestProduct({ database })
    const reply = await change(id, { version: 1, details })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, fields])
  })
})

test('the gender and the age group of a product count before those of its category', async () => {
  await database.updateTable('categories').set({ gender: 'unisex', age_group: 'adult' }).where('key', '=', 'TEE').execute()
  const { id } = await createTestProduct({ database, category: 'TEE' })
  expect(await readProduct(id)).toMatchObject({ gender: 'unisex', ageGroup: 'adult' })
  await change(id, { version: 1, details: { gender: 'Female', ageGroup: ' kids ' } })
  expect(await readProduct(id)).toMatchObject({ gender: 'female', ageGroup: 'kids', details: { gender: 'female', ageGroup: 'kids' } })
})

/** The colours of the products named … tee, in lists. */
const listColours = async () => {
  const { products } = (await request('GET', '/products/getAll?page=1&limit=60&sort=newest')).json<ProductList>()
  const tees = products.filter(({ name }) => /^(Red|Blue|Green) tee$/.test(name))
  return tees.map(({ name, styleColours }) => [name, styleColours] as const).toSorted()
}

test('products of one style are shown with their colours, without deleted ones', async () => {
  const style = randomUUID().slice(0, 8)
  const [red, blue, gone] = await Promise.all(['Red', 'Blue', 'Green'].map((name) => createTestProduct({ database, name: `${name} tee` })))
  if (!red || !blue || !gone) throw new Error('Three products were made.')
  await change(red.id, { version: 1, details: { style, colour: 'Madder red' } })
  expect(await readProduct(red.id)).not.toHaveProperty('colours')
  await change(blue.id, { version: 1, details: { style, colour: 'Indigo' } })
  await change(gone.id, { version: 1, details: { style, colour: 'Neem' } })
  await request('DELETE', `/products/${gone.id}`, { cookies })
  const { colours } = await readProduct(blue.id)
  const byColour = colours.toSorted((a: { colour: string }, b: { colour: string }) => a.colour.localeCompare(b.colour))
  expect(byColour).toMatchObject([
    { _id: blue.id, colour: 'Indigo', name: 'Blue tee' },
    { _id: red.id, colour: 'Madder red', name: 'Red tee' },
  ])
  expect(await listColours()).toEqual([
    ['Blue tee', ['Indigo', 'Madder red']],
    ['Red tee', ['Indigo', 'Madder red']],
  ])
  await request('DELETE', `/products/${red.id}`, { cookies })
  expect(await listColours()).toEqual([['Blue tee', undefined]])
})

test.each([
  [{ details: {}, mrp: 999, storeAddress: 'Bengaluru' }, []],
  [{ details: {}, storeAddress: null }, ['MRP', 'maker']],
  [{ details: { maker: 'A', countryOfOrigin: 'Nepal' }, mrp: 9, storeAddress: null }, ['importer']],
  [{ details: { maker: 'A', countryOfOrigin: 'india' }, mrp: 9, storeAddress: null }, []],
])('%j lacks %j', (declaration, missing) => {
  expect(findMissingDeclarations(declaration)).toEqual(missing)
})
