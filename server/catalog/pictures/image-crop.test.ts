import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, app, images, cookies } = await startShop()
const png = await createTestImage().png().toBuffer()

const draft = { name: 'Neem Tee', description: 'Soft.', price: '799.50', category: 'TEE' }
type Fields = Record<string, string | Uint8Array>

async function create(fields: Fields) {
  const { payload, headers } = buildMultipartForm({ ...draft, stock: '12', image: png, ...fields })
  return request('POST', '/products/createProduct', { payload, cookies, headers })
}

async function edit(id: string, fields: Fields) {
  return request('PATCH', `/products/${id}`, { ...buildMultipartForm({ ...draft, ...fields }), cookies })
}

const created = async (fields: Fields = {}) => (await create(fields)).json<{ product: AdminProduct }>().product
const readOriginal = async (product: { image: string }) => sharp(await images.read(`masters/${product.image.split('/')[2]}.webp`))

const stripes = { red: '#c02020', green: '#20a020', blue: '#2020c0' } as const

/** A photo of 1500 × 750 pixels: a red, a green and a blue stripe side by side. */
const createStripes = () =>
  sharp({ create: { width: 1500, height: 750, channels: 3, background: stripes.green } })
    .composite([
      { input: { create: { width: 450, height: 750, channels: 3, background: stripes.red } }, left: 0, top: 0 },
      { input: { create: { width: 450, height: 750, channels: 3, background: stripes.blue } }, left: 1050, top: 0 },
    ])
    .png()
    .toBuffer()

/** The stripes at the left, in the middle and at the right of a product's image. */
async function readStripes({ image }: { image: string }): Promise<string[]> {
  const reply = await app.inject({ method: 'GET', url: image.replace('800', '320') })
  const { data, info } = await sharp(reply.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([320, 400])
  return [40, 160, 280].map((x) => {
    const pixel = (200 * info.width + x) * 3
    const channel = [0, 1, 2].toSorted((a, b) => (data[pixel + b] ?? 0) - (data[pixel + a] ?? 0))[0] ?? 0
    return Object.keys(stripes)[channel] ?? ''
  })
}
test('an image on a plain ground is not cropped but extended in the colour of its edge, to at most 2400 × 3000 pixels', async () => {
  const product = await created({ image: await createTestImage({ width: 3000, height: 1000, edge: '#204060' }).png().toBuffer() })
  const original = await readOriginal(product)
  expect(await original.metadata()).toMatchObject({ width: 2400, height: 3000, format: 'webp' })
  expect(product.backdrop).toBe('#204060')
  const [red, green, blue] = await original.extract({ left: 600, top: 20, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  expect([red, green, blue].map((value, channel) => Math.abs((value ?? 0) - ([0x20, 0x40, 0x60][channel] ?? 0)) < 8)).not.toContain(false)
})

test('a photo of another shape is cropped around its focal point, the centre by default', async () => {
  const product = await created({ image: await createStripes() })
  expect(product.focus).toEqual({ x: 50, y: 50 })
  expect(await readOriginal(product).then((image) => image.metadata())).toMatchObject({ width: 1500, height: 750 })
  expect(await readStripes(product)).toEqual(['green', 'green', 'green'])
  const left = await created({ image: await createStripes(), focusX: '0', focusY: '50' })
  expect(left.focus).toEqual({ x: 0, y: 50 })
  expect(await readStripes(left)).toEqual(['red', 'red', 'green'])
  const whole = await app.inject({ method: 'GET', url: left.image.replace('800.webp', 'whole.webp') })
  expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ width: 800, height: 400 })
})

test.each(['-1', '101', 'left', '1.5'])('the focal point %s is rejected', async (focusX) => {
  expect((await create({ focusX })).statusCode).toBe(400)
})

test('a large photo is kept at 2400 pixels for the zoom, a small one is not enlarged', async () => {
  const large = await created({ image: await createTestImage({ width: 4000, height: 5000 }).jpeg().toBuffer() })
  const small = await created()
  const zoom = async ({ image }: { image: string }) =>
    sharp((await app.inject({ method: 'GET', url: image.replace('800', '2400') })).rawPayload).metadata()
  expect(await zoom(large)).toMatchObject({ width: 2400, height: 3000 })
  expect(await zoom(small)).toMatchObject({ width: 80, height: 100 })
})

test('moves the focal point; the image of earlier orders stays as it was', async () => {
  const before = await created({ image: await createStripes() })
  const moved = (await edit(before._id, { focusX: '100', focusY: '50', version: '1' })).json().product
  expect(moved).toMatchObject({ focus: { x: 100, y: 50 }, version: 2 })
  expect(await readStripes(moved)).toEqual(['green', 'blue', 'blue'])
  expect(await readStripes(before)).toEqual(['green', 'green', 'green'])
  expect((await edit(before._id, { version: '2' })).json().product.image).toBe(moved.image)
  const centred = (await edit(before._id, { focusX: '50', focusY: '50', version: '3' })).json().product
  expect(centred.image).toBe(before.image)
  const replaced = (await edit(before._id, { image: png, version: '4' })).json().product
  expect(replaced.focus).toEqual({ x: 50, y: 50 })
})
