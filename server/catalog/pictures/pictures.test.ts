import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AdminPicture, PictureList } from '#contract/catalog/pictures/product-pictures.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()
const shopper = await signInShopper({ request })
const png = await createTestImage({ width: 80, height: 100 }).png().toBuffer()
const blue = await createTestImage({ width: 80, height: 100, edge: '#113355' }).png().toBuffer()

async function add(id: string, { image = png, key }: { image?: Uint8Array | undefined; key?: string } = {}) {
  const { payload, headers } = buildMultipartForm({ image })
  return request('POST', `/products/${id}/pictures`, {
    payload,
    cookies,
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
  })
}
const read = async (id: string) => (await request('GET', `/products/${id}/pictures`, { cookies })).json<PictureList>()
const readProduct = async (id: string) => (await request('GET', `/products/${id}`)).json()
const sort = (id: string, body: object) => request('PATCH', `/products/${id}/pictures`, { cookies, body })
const change = (id: string, picture: string, body: object) => request('PATCH', `/products/${id}/pictures/${picture}`, { cookies, body })
const remove = (id: string, picture: string, version: number) =>
  request('DELETE', `/products/${id}/pictures/${picture}?version=${version}`, { cookies })
const images = (pictures: readonly { image: string }[]) => pictures.map(({ image }) => image)

/** A product with this many pictures. */
async function createPictured(count: number) {
  const { id, name } = await createTestProduct({ database })
  for (let index = 1; index < count; index += 1) {
    const image = await createTestImage({ width: 80, height: 100, edge: `#1133${String(index * 11).padStart(2, '0')}` })
      .png()
      .toBuffer()
    expect((await add(id, { image })).statusCode).toBe(201)
  }
  return { id, name, ...(await read(id)) }
}

/** The ids of the pictures in an order given by their positions, from 0. */
const pick = (pictures: readonly AdminPicture[], ...positions: number[]) => positions.map((position) => pictures[position]?._id ?? '')

describe('adding', () => {
  test('a product starts with its image; an added picture is the last one, and lists stay as they were', async () => {
    const { id } = await createTestProduct({ database })
    const { image } = await readProduct(id)
    expect(await read(id)).toMatchObject({ version: 1, pictures: [{ image, alt: '', focus: { x: 50, y: 50 } }] })
    const reply = await add(id, { image: blue })
    expect([reply.statusCode, reply.json().message, reply.json().version]).toEqual([201, 'Picture added', 2])
    const product = await readProduct(id)
    expect(product.image).toBe(image)
    expect(product.pictures).toEqual([
      { image, backdrop: product.backdrop, alt: '' },
      { image: expect.stringMatching(/^\/images\/test-product-\d+-[0-9a-f]{8}\/800\.webp$/), backdrop: '#113355', alt: '' },
    ])
    const list: { _id: string }[] = (await request('GET', '/products/getAll')).json()
    expect(list.find(({ _id }) => _id === id)).not.toHaveProperty('pictures')
  })

  test('the ninth picture is refused, also when two are added at the same time', async () => {
    const { id } = await createPictured(7)
    const replies = await Promise.all([add(id, { image: blue }), add(id)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const ninth = await add(id)
    expect([ninth.statusCode, ninth.json().message]).toEqual([409, 'A product has at most 8 pictures.'])
    expect((await read(id)).pictures).toHaveLength(8)
  })

  test('a repeated upload adds the picture once, also when it was the last that fits', async () => {
    const { id } = await createPictured(7)
    const key = randomUUID()
    const replies = await Promise.all([add(id, { key }), add(id, { key })])
    expect([...replies, await add(id, { key })].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect((await read(id)).pictures).toHaveLength(8)
    expect((await add(id, { key, image: blue })).statusCode).toBe(409)
  })

  test('a form without an image, and a file that is none, are refused with a message', async () => {
    const { id } = await createTestProduct({ database })
    expect((await add(id, { image: new Uint8Array() })).json().fields).toEqual({ image: 'Please select an image' })
    const text = await add(id, { image: Buffer.from('no image') })
    expect([text.statusCode, text.json().message]).toEqual([415, 'Please select a PNG, JPG, GIF or WebP image.'])
  })
})

describe('changing', () => {
  test('another first picture is the image of the product in every reply', async () => {
    const { id, name, version, pictures } = await createPictured(3)
    const reply = await sort(id, { version, order: pick(pictures, 2, 0, 1) })
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Pictures sorted'])
    const sorted = [2, 0, 1].map((position) => pictures[position] as AdminPicture)
    expect(reply.json()).toMatchObject({ version: version + 1, pictures: sorted })
    expect(await readProduct(id)).toMatchObject({ name, image: sorted[0]?.image, backdrop: sorted[0]?.backdrop })
    await request('POST', '/cart/add', { cookies: shopper.cookies, body: { product: id, size: 'M', quantity: 1 } })
    const { cart } = (await request('GET', '/cart', { cookies: shopper.cookies })).json()
    expect(cart).toContainEqual(expect.objectContaining({ product: expect.objectContaining({ image: sorted[0]?.image }) }))
  })

  test('text and focal point of one picture change, the others stay', async () => {
    const { id, version, pictures } = await createPictured(2)
    const [first, second] = pick(pictures, 0, 1) as [string, string]
    const text = await change(id, second, { version, alt: ' The back ' })
    expect(text.json()).toMatchObject({ message: 'Picture saved', pictures: [{ alt: '' }, { alt: 'The back' }] })
    const moved = await change(id, first, { version: version + 1, focusX: 0, focusY: 30 })
    expect(moved.json().pictures).toMatchObject([{ focus: { x: 0, y: 30 } }, { alt: 'The back', focus: { x: 50, y: 50 } }])
    expect((await readProduct(id)).image).toMatch(/-focus-0-30\/800\.webp$/)
    const long = await change(id, first, { version: version + 2, alt: 'a'.repeat(201) })
    expect([long.statusCode, long.json().fields]).toEqual([400, { alt: 'The text is too long.' }])
  })

  test('a deleted first picture is followed by the second, and the last one stays', async () => {
    const { id, version, pictures } = await createPictured(2)
    const [first, second] = pick(pictures, 0, 1) as [string, string]
    expect((await remove(id, first, version)).json()).toMatchObject({ message: 'Picture deleted', pictures: [{ _id: second }] })
    expect((await readProduct(id)).image).toBe(pictures[1]?.image)
    expect((await remove(id, first, version + 1)).statusCode).toBe(404)
    const last = await remove(id, second, version + 1)
    expect([last.statusCode, last.json().message]).toEqual([409, 'A product needs at least one picture.'])
  })

  test('a stale version is refused, and so is an order that is not of all pictures', async () => {
    const { id, version, pictures } = await createPictured(3)
    const replies = await Promise.all([
      sort(id, { version, order: pick(pictures, 1, 0, 2) }),
      change(id, pictures[0]?._id ?? '', { version, alt: 'Front' }),
      remove(id, pictures[2]?._id ?? '', version),
    ])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(/^Someone else has changed the pictures/)
    const current = await read(id)
    for (const order of [pick(current.pictures, 0), pick(current.pictures, 0, 0), [...pick(current.pictures, 0, 1), randomUUID()]])
      expect((await sort(id, { version: current.version, order })).statusCode).toBe(409)
  })

  test('a new image of the product replaces the first picture, as in servers that know only one', async () => {
    const { id, version, pictures } = await createPictured(2)
    await change(id, pictures[0]?._id ?? '', { version, alt: 'Front' })
    const form = { name: 'Neem Tee', description: 'Soft.', price: '799', category: 'TEE', image: blue, version: '1' }
    const reply = await request('PATCH', `/products/${id}`, { ...buildMultipartForm(form), cookies })
    const after = await read(id)
    expect(images(after.pictures)).toEqual([reply.json().product.image, pictures[1]?.image])
    expect(after).toMatchObject({ version: version + 2, pictures: [{ alt: '' }, {}] })
  })
})

test('pictures of a deleted product are gone, and only administrators see or change any', async () => {
  const { id, version, pictures } = await createPictured(1)
  const picture = pictures[0]?._id ?? ''
  const attempts = [
    ['GET', `/products/${id}/pictures`],
    ['PATCH', `/products/${id}/pictures`],
    ['PATCH', `/products/${id}/pictures/${picture}`],
    ['DELETE', `/products/${id}/pictures/${picture}?version=1`],
    ['POST', `/products/${id}/pictures`],
  ] as const
  for (const [method, path] of attempts) {
    expect((await request(method, path)).statusCode).toBe(401)
    expect((await request(method, path, { cookies: shopper.cookies })).statusCode).toBe(403)
  }
  await request('DELETE', `/products/${id}`, { cookies })
  expect((await add(id)).statusCode).toBe(404)
  expect((await remove(id, picture, version)).statusCode).toBe(404)
  expect((await request('GET', '/products/nonsense/pictures', { cookies })).statusCode).toBe(404)
})
