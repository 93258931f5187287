import { describe, expect, test } from 'vitest'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createResponseCache } from '../../http/response-cache.ts'

const { request, app, database, cookies } = await startShop()

const add = (body: object) => request('POST', '/categories', { cookies, body })
const edit = (key: string, body: object) => request('PATCH', `/categories/${key}`, { cookies, body })
const order = (keys: string[]) => request('POST', '/categories/order', { cookies, body: { keys } })
const remove = (key: string) => request('DELETE', `/categories/${key}`, { cookies })
const listPublic = async () => (await request('GET', '/categories')).json().categories
const listAdmin = async (): Promise<AdminCategory[]> => (await request('GET', '/categories/admin', { cookies })).json().categories
const find = async (key: string) => (await listAdmin()).find((category) => category.key === key)
const search = async (q: string) =>
  (await request('GET', `/products/getAll?page=1&q=${encodeURIComponent(q)}`)).json().products.map(({ name }: { name: string }) => name)

describe('a shop starts with the categories of the specification', () => {
  test('in their order', async () => {
    expect(await listPublic()).toEqual([
      { key: 'TEE', name: 'Tees', isHidden: false, description: '' },
      { key: 'JOGGER', name: 'Joggers', isHidden: false, description: '' },
      { key: 'HOODIE', name: 'Hoodie packs', isHidden: false, description: '' },
      { key: 'DENIM', name: 'Denim cargos', isHidden: false, description: '' },
    ])
  })

  test('and their keywords find products', async () => {
    await createTestProduct({ database, name: 'Wide Cargo', category: 'DENIM' })
    expect(await search('jeans')).toEqual(['Wide Cargo'])
  })
})

describe('an administrator', () => {
  test('adds a category whose products are listed and searched', async () => {
    const reply = await add({ key: ' kurtas ', name: ' Kurtas ', keywords: 'kurta tunic', sizes: ['38', '40'], hsnCode: '6211' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json().message).toBe('Category added')
    expect(await find('KURTAS')).toEqual({
      key: 'KURTAS',
      name: 'Kurtas',
      keywords: 'kurta tunic',
      isHidden: false,
      description: '',
      sizes: ['38', '40'],
      hsnCode: '6211',
      gender: null,
      ageGroup: null,
      sizeSystem: null,
      googleCategory: null,
      itemWeightGrams: null,
      boxCm: null,
      returnRule: null,
      products: 0,
      version: 1,
    })
    await createTestProduct({ database, name: 'Neel', category: 'KURTAS' })
    const listed = (await request('GET', '/products/getAll?page=1&category=kurtas')).json()
    expect([listed.total, listed.products[0].category]).toEqual([1, 'KURTAS'])
    expect(await search('tunic')).toEqual(['Neel'])
    expect(await search('tunik'), 'with a typo').toEqual(['Neel'])
    expect((await app.inject('/sitemap-pages.xml')).body).toContain('/buy?category=KURTAS<')
  })

  test.each([
    ['name', { name: '' }, 'Name is required.'],
    ['name', { name: 'x'.repeat(61) }, 'Name is too long.'],
    ['key', { key: 'कुर्ता' }, 'Use letters from A to Z, digits and hyphens.'],
    ['key', { key: 'A&B' }, 'Use letters from A to Z, digits and hyphens.'],
    ['key', { key: 'x'.repeat(41) }, 'Short name is too long.'],
    ['keywords', { keywords: 'x'.repeat(301) }, 'The list of words for search is too long.'],
    ['sizes', { sizes: [] }, 'Enter at least one size.'],
    ['sizes', { sizes: ['M', 'm'] }, 'A size is entered twice.'],
    ['sizes.1', { sizes: ['M', ' '] }, 'Size is required.'],
    ['googleCategory', { googleCategory: 0 }, "Enter a number of Google's product taxonomy, such as 212."],
    ['hsnCode', { hsnCode: '61' }, 'An HSN code has 4, 6 or 8 digits.'],
  ])('gets a sentence for an invalid %s: %o', async (field, change, text) => {
    const reply = await add({ key: 'SHIRTS', name: 'Shirts', ...change })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
  })

  test('cannot add a short name twice', async () => {
    const replies = await Promise.all([add({ key: 'SHIRTS', name: 'Shirts' }), add({ key: 'shirts', name: 'Shirts' })])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect((await add({ key: 'TEE', name: 'Tees' })).json().fields).toEqual({ key: 'There is a category with this short name already.' })
  })

  test('names a category with quotes and in Indian scripts', async () => {
    const name = `"Women's" <कुर्ता> & தமிழ்`
    await add({ key: 'QUOTED', name })
    expect(await listPublic()).toContainEqual({ key: 'QUOTED', name, isHidden: false, description: '' })
    await remove('QUOTED')
  })

  test('changes the keywords, by which its products are found from then on', async () => {
    await createTestProduct({ database, name: 'Plain', category: 'SHIRTS' })
    const { version = 0, name = '' } = (await find('SHIRTS')) ?? {}
    expect((await edit('SHIRTS', { name, keywords: 'oxford', version })).json().message).toBe('Category saved')
    expect(await search('oxford')).toEqual(['Plain'])
    expect((await edit('SHIRTS', { name, keywords: '', version })).json().code).toBe('category_changed')
    expect((await edit('SOCKS', { name, version })).statusCode).toBe(404)
  })

  test('says whom a category is for; a page of the previous version leaves that as it is', async () => {
    const audience = { gender: 'female', ageGroup: 'adult', sizeSystem: 'UK', googleCategory: 5388 }
    await add({ key: 'SARIS', name: 'Saris', ...audience })
    await edit('SARIS', { name: 'Saris', version: 1 })
    expect(await find('SARIS')).toMatchObject(audience)
    const { id } = await createTestProduct({ database, category: 'SARIS' })
    const readProduct = async () => (await request('GET', `/products/${id}`)).json()
    expect(await readProduct()).toMatchObject({ gender: 'female', ageGroup: 'adult', sizeSystem: 'UK' })
    await edit('SARIS', { name: 'Saris', version: 2, gender: null, ageGroup: null, sizeSystem: null, googleCategory: null })
    for (const name of ['gender', 'ageGroup', 'sizeSystem']) expect(await readProduct()).not.toHaveProperty(name)
  })

  test('describes a category; a page of the previous version leaves the description as it is', async () => {
    const description = 'Drapes of six metres. “Handed down.”'
    await add({ key: 'DRAPES', name: 'Drapes', description: ` ${description} ` })
    const saved = await edit('DRAPES', { name: 'Drapes', version: 1 })
    expect(saved.json().categories.find(({ key }: AdminCategory) => key === 'DRAPES')).toMatchObject({ description })
    expect(await listPublic()).toContainEqual({ key: 'DRAPES', name: 'Drapes', isHidden: false, description })
    const tooLong = await edit('DRAPES', { name: 'Drapes', version: 2, description: 'x'.repeat(401) })
    expect([tooLong.statusCode, tooLong.json().fields]).toEqual([400, { description: 'The description is too long.' }])
    await edit('DRAPES', { name: 'Drapes', version: 2, description: '' })
    expect(await find('DRAPES')).toMatchObject({ description: '' })
    await remove('DRAPES')
  })

  test('orders the categories', async () => {
    const keys = (await listAdmin()).map(({ key }) => key)
    const reversed = keys.toReversed()
    expect((await order(reversed)).statusCode).toBe(200)
    expect((await listPublic()).map(({ key }: AdminCategory) => key)).toEqual(reversed)
    expect((await order(keys.slice(1))).json().code).toBe('category_changed')
    expect((await order([...keys, 'SOCKS'])).json().code).toBe('category_changed')
    await order(keys)
  })

  test('hides a category: only its name stays, while its products are on sale', async () => {
    await add({ key: 'SAREES', name: 'Sarees', isHidden: true, description: '' })
    expect((await listPublic()).map(({ key }: AdminCategory) => key)).not.toContain('SAREES')
    const { id } = await createTestProduct({ database, category: 'SAREES' })
    expect(await listPublic()).toContainEqual({ key: 'SAREES', name: 'Sarees', isHidden: true, description: '' })
    expect((await request('GET', '/products/getAll?page=1&category=sarees')).json().total).toBe(1)
    expect((await app.inject('/sitemap-pages.xml')).body).not.toContain('SAREES')
    const refused = await remove('SAREES')
    expect([refused.statusCode, refused.json().error]).toEqual([409, '1 product is in this category. Move or delete it first.'])
    await request('DELETE', `/products/${id}`, { cookies })
    expect((await remove('SAREES')).json().message).toBe('Category deleted')
    expect((await remove('SAREES')).statusCode).toBe(404)
  })

  test('cannot delete a category that has pages of its own', async () => {
    const reply = await remove('TEE')
    expect([reply.statusCode, reply.json().error]).toEqual([409, 'The shop has pages of its own for this category. Hide it instead.'])
  })

  test('cannot put a product into a category that does not exist', async () => {
    const image = await createTestImage().png().toBuffer()
    const draft = { name: 'Tee', description: 'Soft.', price: '799', stock: '12', category: 'SOCKS', image }
    const reply = await request('POST', '/products/createProduct', { ...buildMultipartForm(draft), cookies })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { category: 'Please choose a category.' }])
  })

  test('a category that is deleted while products are added has none afterwards', async () => {
    await add({ key: 'RACE', name: 'Race' })
    const results = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => createTestProduct({ database, category: 'RACE' })),
      remove('RACE').then(({ statusCode }) => statusCode),
    ])
    const added = results.slice(0, 5).filter(({ status }) => status === 'fulfilled').length
    expect((await find('RACE'))?.products ?? 0).toBe(added)
  })
})

test('a change is visible to the next request in spite of the cache', async () => {
  const cache = createResponseCache({ publicUrl: undefined })
  cache.enable()
  const shop = await createTestApp({ responseCache: cache, publishTo: cache.invalidate })
  const admin = await signInAdministrator(shop)
  const read = () => shop.request('GET', '/categories')
  await read()
  expect((await read()).headers['x-cache']).toBe('HIT')
  await shop.request('PATCH', '/categories/TEE', { cookies: admin.cookies, body: { name: 'T-shirts', version: 1 } })
  expect((await read()).json().categories[0].name).toBe('T-shirts')
})

test('a new product declares the HSN code of its category', async () => {
  await add({ key: 'STOLE', name: 'Stoles', keywords: '', sizes: null, hsnCode: '6214' })
  const image = await createTestImage().png().toBuffer()
  const create = async (category: string) => {
    const form = buildMultipartForm({ name: 'New', description: 'Soft.', price: '500', stock: '1', category, image })
    return (await request('POST', '/products/createProduct', { ...form, cookies })).json().product
  }
  expect((await create('STOLE')).details).toEqual({ hsnCode: '6214' })
  expect((await create('TEE')).details).toEqual({})
})
