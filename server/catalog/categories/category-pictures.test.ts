import { expect, test } from 'vitest'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { buildMultipartForm, createTestImage } from '#testing/pictures.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, app, cookies } = await startShop()

const upload = async (key: string, image: Uint8Array, more: object = { cookies }) =>
  request('POST', `/categories/${key}/picture`, { ...buildMultipartForm({ image, focusX: '20', focusY: '80' }), ...more })
const removePicture = (key: string) => request('DELETE', `/categories/${key}/picture`, { cookies })
const findTees = ({ categories }: { categories: AdminCategory[] }) => categories.find(({ key }) => key === 'TEE')
const readTees = async () => findTees((await request('GET', '/categories')).json())

test('the picture of a category is in the public reply until it is removed', async () => {
  const image = await createTestImage().png().toBuffer()
  const saved = (await upload('TEE', image)).json()
  expect(saved.message).toBe('Picture saved')
  const { image: path = '', version = 0 } = findTees(saved) ?? {}
  expect(path).toMatch(/^\/images\/tees-[0-9a-f]{8}/)
  expect(await readTees()).toMatchObject({ image: path, backdrop: '#d8c8b0' })
  expect((await app.inject({ url: path.replace('800', '320') })).statusCode).toBe(200)
  // The form of the other fields that is open at the same time can still be saved.
  const edited = (await request('PATCH', '/categories/TEE', { cookies, body: { name: 'Tees', version } })).json()
  expect(findTees(edited)).toMatchObject({ image: path })
  for (const _ of [1, 2]) expect(findTees((await removePicture('TEE')).json())).not.toHaveProperty('image')
  expect(await readTees()).not.toHaveProperty('image')
})

test('the picture of a category must be an image, and of a category; administrators upload it', async () => {
  const text = await upload('TEE', Buffer.from('<svg onload="alert(1)">'))
  expect([text.statusCode, text.json().code]).toEqual([415, 'image_type'])
  const image = await createTestImage().png().toBuffer()
  expect((await upload('SOCKS', image)).statusCode).toBe(404)
  expect((await removePicture('SOCKS')).statusCode).toBe(404)
  expect((await upload('TEE', image, {})).statusCode).toBe(401)
  const shopper = await signInShopper({ request })
  expect((await upload('TEE', image, { cookies: shopper.cookies })).statusCode).toBe(403)
  expect(await readTees()).not.toHaveProperty('image')
})
