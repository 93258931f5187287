import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Category } from '#contract/catalog/categories.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'
import { seedDemoProducts } from '../../seed.ts'

let published = 0
const { request, database, images, cookies } = await startShop({ publishTo: () => (published += 1) })
const demoCount = await seedDemoProducts({ database, images })
const own = await createTestProduct({ database, name: 'Own tee' })

const remove = () => request('POST', '/products/admin/demo/remove', { cookies })
const listAll = async () =>
  (await request('GET', '/products/getAll')).json<{ _id: string; name: string; price: number; sizes: string[] }[]>()
const readCounts = async () => (await request('GET', '/products/admin', { cookies })).json().counts

const readDescriptions = async () =>
  (await request('GET', '/categories')).json<{ categories: Category[] }>().categories.map(({ description }) => description)

test('demo kurtas have a size guide of their own and are found by Hindi words', async () => {
  const { sizeGuide } = (await request('GET', '/categories/size-guide?category=KURTA')).json()
  expect(sizeGuide.rows.map(({ size }: { size: string }) => size)).toEqual(['S', 'M', 'L', 'XL', 'XXL', '3XL'])
  const count = async (query: string) => (await request('GET', `/products/getAll?page=1&${query}`)).json().total
  expect(await count(`q=${encodeURIComponent('कुर्ता')}`)).toBe(await count('category=KURTA'))
})

test('every demo kurta has four pictures and a colour, and the filters offer the colours', async () => {
  const kurtas = (await request('GET', '/products/getAll?page=1&category=KURTA')).json().products
  expect(kurtas).toHaveLength(8)
  for (const { _id } of kurtas) {
    const kurta = (await request('GET', `/products/${_id}`)).json()
    expect(kurta.pictures).toHaveLength(4)
    expect(kurta.details.colour).toMatch(/^[A-Z]/)
  }
  const { colours } = (await request('GET', '/products/facets?category=KURTA')).json()
  expect(colours).toContainEqual({ colour: 'Yellow', count: 1 })
})

test('two kurtas and two shirts have a second colour', async () => {
  const { products: shirts } = (await request('GET', '/products/getAll?page=1&limit=60&category=SHIRT')).json()
  const { products: kurtas } = (await request('GET', '/products/getAll?page=1&limit=60&category=KURTA')).json()
  const pages = await Promise.all([...shirts, ...kurtas].map(async ({ _id }) => (await request('GET', `/products/${_id}`)).json()))
  const siblings = pages.flatMap(({ name, colours }) => (colours ? [name] : []))
  expect(siblings.toSorted()).toEqual([
    'Chai Pocket Shirt',
    'Ecru Popover Shirt',
    'Haldi Festive Kurta',
    'Jamun Festive Kurta',
    'Madder Everyday Kurta',
    'Neem Everyday Kurta',
    'Olive Popover Shirt',
    'Sky Pocket Shirt',
  ])
})

test('the products of a style link to its other colours', async () => {
  const cargo = (await listAll()).find(({ name }) => name === 'Mid Indigo Cargo')
  const { colours } = (await request('GET', `/products/${cargo?._id}`)).json()
  expect(colours.map(({ colour }: { colour: string }) => colour).toSorted()).toEqual(['Blue', 'Green'])
})

test('each demo collection has a picture of its own', async () => {
  const { collections } = (await request('GET', '/collections')).json<{ collections: { slug: string; image: string }[] }>()
  expect(collections.map(({ slug }) => slug)).toEqual(['earth-colours', 'woven-cotton', 'monsoon-ready'])
  for (const { image } of collections) expect(image).toMatch(/(rail|flat-lay|folded-pile)-[0-9a-f]{8}/)
  expect(new Set(collections.map(({ image }) => image)).size).toBe(3)
})

const readHeroPicture = async () => (await request('GET', '/settings', { cookies })).json().groups['front-page'].value.picture

test('the front page has a picture that no collection has', async () => {
  const { image } = await readHeroPicture()
  expect(image).toMatch(/^\/images\/demo-hero-[0-9a-f]{8}\/800\.webp$/)
})

test('untouched demo products are removed at once: those with orders are archived, and changed ones stay', async () => {
  const [ordered, renamed, described] = (await listAll()).filter(({ _id }) => _id !== own.id)
  if (!ordered || !renamed || !described) throw new Error('There are no demo products.')
  const item = { ...ordered, id: ordered._id, size: ordered.sizes[0] ?? 'M' }
  expect((await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([item]) })).statusCode).toBe(201)
  const fields = { name: 'Our hoodie', description: 'Ours.', price: '900', mrp: '', category: 'HOODIE', version: '1' }
  expect((await request('PATCH', `/products/${renamed._id}`, { ...buildMultipartForm(fields), cookies })).statusCode).toBe(200)
  const details = { version: 1, details: { maker: 'Our workshop, Jaipur' } }
  expect((await request('PATCH', `/products/${described._id}/details`, { cookies, body: details })).statusCode).toBe(200)
  expect(await readCounts()).toEqual({ draft: 0, archived: 0, demo: demoCount - 2 })

  expect(await readDescriptions()).not.toContain('')
  const words = { name: 'Hoodie packs', description: 'Our own words.', version: 1 }
  expect((await request('PATCH', '/categories/HOODIE', { cookies, body: words })).statusCode).toBe(200)

  published = 0
  const reply = await remove()
  expect(reply.json()).toMatchObject({
    message: `${demoCount - 3} demo products deleted, 1 archived because of orders`,
    deleted: demoCount - 3,
    archived: 1,
  })
  expect(published).toBe(1)
  expect((await listAll()).map(({ name }) => name).toSorted()).toEqual(['Our hoodie', 'Own tee', described.name].toSorted())
  expect((await request('GET', '/collections')).json().collections).toEqual([])
  expect(await readHeroPicture()).toBeNull()
  expect(await readDescriptions()).toEqual(['', '', 'Our own words.', '', '', ''])
  const archived = (await request('GET', '/products/admin?status=archived', { cookies })).json()
  expect(archived).toMatchObject({ products: [{ _id: ordered._id }], counts: { draft: 0, archived: 1, demo: 0 } })
  expect((await remove()).json()).toMatchObject({ deleted: 0, archived: 0 })
  expect(await seedDemoProducts({ database, images })).toBe(0)
})

test('a session that has not entered its PIN lately may not', async () => {
  await sql`update sessions set proven_at = now() - interval '1 day'`.execute(database)
  expect((await remove()).json().code).toBe('reauthentication_required')
})
