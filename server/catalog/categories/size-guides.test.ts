import { expect, test } from 'vitest'
import { defaultSizeGuide } from '#contract/catalog/size-guide.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, cookies } = await startShop()

const guide = { note: 'Slim fit.', measures: ['waist', 'inseam'], rows: [{ size: '32', values: ['80 - 84', '81'] }] }
const read = async (category = '') => (await request('GET', `/categories/size-guide?category=${category}`)).json().sizeGuide
const change = (sizeGuide: object | null, version: number, key = 'DENIM') =>
  request('PATCH', `/categories/${key}/size-guide`, { cookies, body: { sizeGuide, version } })

test('a category has the default size guide until it has its own, and again afterwards', async () => {
  expect(await read()).toEqual(defaultSizeGuide)
  expect(await read('denim')).toEqual(defaultSizeGuide)
  const reply = await change(guide, 1)
  const own = { ...guide, rows: [{ size: '32', values: ['80–84', '81'] }] }
  expect(reply.json()).toEqual({ message: 'Size guide saved', sizeGuide: own, isDefault: false, version: 2 })
  expect(await read('denim')).toEqual(own)
  expect(await read('TEE')).toEqual(defaultSizeGuide)
  expect(await read('SOCKS')).toEqual(defaultSizeGuide)
  expect((await change(null, 1)).json().code).toBe('category_changed')
  expect((await change(null, 2)).json().isDefault).toBe(true)
  expect(await read('denim')).toEqual(defaultSizeGuide)
  expect((await change(null, 1, 'SOCKS')).statusCode).toBe(404)
})

test('the guide says whose it is', async () => {
  const readAll = async (category: string) => (await request('GET', `/categories/size-guide?category=${category}`)).json()
  expect(await readAll(' hoodie')).toMatchObject({ category: 'HOODIE', isDefault: true })
  expect(await readAll('SOCKS')).toMatchObject({ category: null, isDefault: true })
  await change(guide, 1, 'HOODIE')
  expect(await readAll('hoodie')).toMatchObject({ category: 'HOODIE', isDefault: false })
})

test.each([
  ['sizeGuide.note', { note: 'x'.repeat(501) }, 'The note is too long.'],
  ['sizeGuide.measures', { measures: [] }, 'Choose at least one measurement.'],
  ['sizeGuide.measures', { measures: ['waist', 'waist'] }, 'A measurement is chosen twice.'],
  ['sizeGuide.rows', { rows: [] }, 'Add at least one size.'],
  ['sizeGuide.rows', { rows: [{ size: '32', values: ['80'] }] }, 'Each size needs a value for each measurement.'],
  ['sizeGuide.rows', { rows: [guide.rows[0], guide.rows[0]] }, 'A size is entered twice.'],
  ['sizeGuide.rows.0.size', { rows: [{ size: ' ', values: ['80', '81'] }] }, 'Size is required.'],
  ['sizeGuide.rows.0.values.1', { rows: [{ size: '32', values: ['80', 'long'] }] }, 'Enter centimetres such as 92 or 92-97.'],
])('an invalid %s gets a sentence: %o', async (field, part, text) => {
  const reply = await change({ ...guide, ...part }, 1, 'TEE')
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields).toMatchObject({ [field]: text })
})
