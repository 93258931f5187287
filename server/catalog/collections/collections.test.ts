import { describe, expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, app, database, cookies } = await startShop()
const tee = await createTestProduct({ database, name: 'Tee' })
const jogger = await createTestProduct({ database, name: 'Jogger', category: 'JOGGER' })

const text = 'Lights.\n\nThe story of the lamps.'
const draft = { title: 'Diwali', slug: 'diwali', text, productIds: [jogger.id, tee.id] }
const add = (change: object = {}) => request('POST', '/collections', { cookies, body: { ...draft, ...change } })
const edit = (id: string, change: object) => request('PATCH', `/collections/${id}`, { cookies, body: { ...draft, ...change } })
const remove = (id: string) => request('DELETE', `/collections/${id}`, { cookies })
const read = (slug: string) => request('GET', `/collections/${slug}`)
const listSlugs = async () => (await request('GET', '/collections')).json().collections.map(({ slug }: { slug: string }) => slug)
const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date(Date.now() + days * 86_400_000))

describe('a collection', () => {
  test('has its products in their order, a card with the picture of the first, and a place in the sitemap', async () => {
    const reply = await add()
    expect(reply.statusCode).toBe(201)
    const { collection } = reply.json()
    expect(collection).toMatchObject({ title: 'Diwali', slug: 'diwali', from: null, until: null, isShown: true, version: 1 })
    const page = (await read('DIWALI')).json()
    expect(page).toMatchObject({ slug: 'diwali', title: 'Diwali', text })
    expect(page.products.map(({ name }: { name: string }) => name)).toEqual(['Jogger', 'Tee'])
    expect((await request('GET', '/collections')).json().collections).toEqual([
      { slug: 'diwali', title: 'Diwali', introduction: 'Lights.', image: page.products[0].image, backdrop: page.products[0].backdrop },
    ])
    const { body: sitemap } = await app.inject('/sitemap-pages.xml')
    expect(sitemap).toContain('/collection/diwali<')
    expect(sitemap).toContain('/collections<')

    const changed = await edit(collection._id, { title: `"Puja" & दिवाली`, productIds: [tee.id, jogger.id], version: 1 })
    expect(changed.json().collection.products.map(({ name }: { name: string }) => name)).toEqual(['Tee', 'Jogger'])
    expect((await read('diwali')).json().title).toBe('"Puja" & दिवाली')
    expect((await edit(collection._id, { version: 1 })).json().code).toBe('collection_changed')
    expect((await remove(collection._id)).json().message).toBe('Collection deleted')
    expect((await read('diwali')).statusCode).toBe(404)
    expect((await remove(collection._id)).statusCode).toBe(404)
    expect((await edit('x', { version: 1 })).statusCode).toBe(404)
  })

  test.each([
    { days: [0, 0], isShown: true },
    { days: [-2, null], isShown: true },
    { days: [null, 3], isShown: true },
    { days: [1, 3], isShown: false },
    { days: [-3, -1], isShown: false },
  ])('is shown on its days only: $days', async ({ days, isShown }) => {
    const [from, until] = days.map((day) => (day === null ? null : dayFromNow(day)))
    const { collection } = (await add({ slug: 'days', from, until })).json()
    expect(collection).toMatchObject({ from, until, isShown })
    expect((await read('days')).statusCode).toBe(isShown ? 200 : 404)
    expect(await listSlugs()).toEqual(isShown ? ['days'] : [])
    expect((await app.inject('/sitemap-pages.xml')).body.includes('/collection')).toBe(isShown)
    await remove(collection._id)
  })

  test('shows products on sale only, and has no card without any', async () => {
    const gone = await createTestProduct({ database })
    const { collection } = (await add({ slug: 'gone', productIds: [gone.id] })).json()
    await request('DELETE', `/products/${gone.id}`, { cookies })
    expect((await read('gone')).json().products).toEqual([])
    expect(await listSlugs()).toEqual([])
    await remove(collection._id)
  })

  test('is read as a whole, or a page of 24 at a time with the number of all', async () => {
    const many = []
    for (let number = 0; number < 26; number += 1) many.push((await createTestProduct({ database, name: `Tee ${number}` })).id)
    const { collection } = (await add({ slug: 'many', productIds: many })).json()
    await request('DELETE', `/products/${many[0]}`, { cookies })
    const onSale = many.slice(1)
    const readIds = async (query: string) => {
      const { products, total } = (await read(`many${query}`)).json()
      return { ids: products.map(({ _id }: { _id: string }) => _id), total }
    }
    expect(await readIds('')).toEqual({ ids: onSale, total: 25 })
    expect(await readIds('?page=1')).toEqual({ ids: onSale.slice(0, 24), total: 25 })
    expect(await readIds('?page=2')).toEqual({ ids: onSale.slice(24), total: 25 })
    expect(await readIds('?page=3')).toEqual({ ids: [], total: 25 })
    expect((await read('many?page=0')).statusCode).toBe(400)
    await remove(collection._id)
  })

  test('has an address of its own', async () => {
    const replies = await Promise.all([add({ slug: 'twice' }), add({ slug: 'twice' })])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().fields).toEqual({
      slug: 'There is a collection with this address already.',
    })
  })

  test.each([
    ['title', { title: ' ' }, 'Title is required.'],
    ['slug', { slug: 'a b' }, 'Use letters from a to z, digits and hyphens.'],
    ['slug', { slug: 'x'.repeat(61) }, 'Address is too long.'],
    ['text', { text: 'x'.repeat(2_001) }, 'The text is too long.'],
    ['from', { from: '31/12/2026' }, 'Enter a date.'],
    ['until', { from: '2026-12-31', until: '2026-12-30' }, 'The last day is before the first.'],
    ['productIds', { productIds: [] }, 'Add at least one product.'],
    ['productIds', { productIds: [tee.id, tee.id] }, 'A product is in the collection twice.'],
  ])('an invalid %s gets a sentence: %o', async (field, change, text) => {
    const reply = await add(change)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
  })
})

describe('the picture of a collection', () => {
  const upload = async (id: string, image: Uint8Array, more: object = { cookies }) =>
    request('POST', `/collections/${id}/picture`, { ...buildMultipartForm({ image, focusX: '20', focusY: '80' }), ...more })
  const removePicture = (id: string) => request('DELETE', `/collections/${id}/picture`, { cookies })

  test('is shown on its page and card in place of that of the first product, until it is removed', async () => {
    const { collection } = (await add({ slug: 'holi', title: 'Holi' })).json()
    expect(collection).toMatchObject({ image: null, backdrop: null })
    expect((await read('holi')).json()).not.toHaveProperty('image')
    const image = await createTestImage().png().toBuffer()
    const saved = (await upload(collection._id, image)).json()
    expect(saved.message).toBe('Picture saved')
    expect(saved.collection.image).toMatch(/^\/images\/holi-[0-9a-f]{8}/)
    const shown = { image: saved.collection.image, backdrop: '#d8c8b0' }
    expect((await read('holi')).json()).toMatchObject(shown)
    expect((await request('GET', '/collections')).json().collections).toContainEqual({
      slug: 'holi',
      title: 'Holi',
      introduction: 'Lights.',
      ...shown,
    })
    expect((await app.inject({ url: saved.collection.image.replace('800', '320') })).statusCode).toBe(200)
    // The form of the other fields that is open at the same time can still be saved.
    expect((await edit(collection._id, { slug: 'holi', title: 'Holi', version: collection.version })).json().collection).toMatchObject(
      shown,
    )
    // The same picture again, after a lost reply.
    expect((await upload(collection._id, image)).json().collection).toMatchObject(shown)
    for (const _ of [1, 2]) expect((await removePicture(collection._id)).json().collection).toMatchObject({ image: null })
    expect((await read('holi')).json()).not.toHaveProperty('image')
    await remove(collection._id)
  })

  test('must be an image, and of a collection; administrators upload it', async () => {
    const { collection } = (await add({ slug: 'onam' })).json()
    const text = await upload(collection._id, Buffer.from('<svg onload="alert(1)">'))
    expect([text.statusCode, text.json().code]).toEqual([415, 'image_type'])
    const image = await createTestImage().png().toBuffer()
    for (const id of ['x', tee.id]) expect((await upload(id, image)).statusCode).toBe(404)
    expect((await removePicture('x')).statusCode).toBe(404)
    expect((await upload(collection._id, image, {})).statusCode).toBe(401)
    const shopper = await signInShopper({ request })
    expect((await upload(collection._id, image, { cookies: shopper.cookies })).statusCode).toBe(403)
    await remove(collection._id)
  })
})
