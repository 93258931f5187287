import { expect, onTestFinished, test, vi } from 'vitest'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { s3Keys, startS3Server } from '#testing/s3-server.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createImageStore } from '../adapters/create-image-store.ts'
import { parseSettings } from '../kernel/settings.ts'

const bucket = 'test-images'

test('while the image store is unreachable only images fail, and they recover with it', async () => {
  const first = await startS3Server({ bucket })
  const settings = parseSettings({ ...s3Keys, IMAGE_STORE: `s3://${bucket}?endpoint=${first.endpoint}` })
  const store = await createImageStore({ settings })
  const { request, app, database, images } = await createTestApp()
  vi.spyOn(images, 'read').mockImplementation(store.read)
  vi.spyOn(images, 'write').mockImplementation(store.write)
  const { cookies } = await signInAdministrator({ request, database })
  const form = buildMultipartForm({
    name: 'Neem Tee',
    description: 'Soft.',
    price: '799',
    stock: '12',
    category: 'TEE',
    image: await createTestImage().png().toBuffer(),
  })
  const upload = () => request('POST', '/products/createProduct', { ...form, cookies })
  const { product } = (await upload()).json()
  const getImage = () => app.inject({ url: product.image.replace('800', '320') })

  await first.close()
  for (const reply of [await getImage(), await upload()]) {
    expect(reply.statusCode).toBe(503)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    expect(reply.json().error).toMatch(/right now\. Please try again in a moment\.$/)
  }
  const tee = await createTestProduct({ database })
  expect((await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).statusCode).toBe(201)
  expect((await request('GET', '/products/getAll?page=1&limit=7')).json().products).toHaveLength(2)

  const second = await startS3Server({ bucket, port: Number(new URL(first.endpoint).port) })
  onTestFinished(() => second.close())
  expect((await upload()).statusCode).toBe(201)
  expect((await getImage()).headers['content-type']).toBe('image/webp')
})
