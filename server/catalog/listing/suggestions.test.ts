import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { createTestApp } from '#testing/test-app.ts'

const { request, database } = await createTestApp()

const read = async (q: string) => (await request('GET', `/products/suggestions?q=${encodeURIComponent(q)}`)).json().suggestions

test('suggests categories by their name and keywords, then products, each name once', async () => {
  for (const name of ['Indigo Jogger', 'Indigo Jogger', 'Indigo "Wide" Cargo']) await createTestProduct({ database, name })
  expect(await read('jog')).toEqual(['Joggers', 'Indigo Jogger'])
  expect(await read(' SWEATP ')).toEqual(['Joggers'])
  expect(await read('indi')).toEqual(['Indigo "Wide" Cargo', 'Indigo Jogger'])
  expect(await read('indgo'), 'with a typo').toEqual(['Indigo "Wide" Cargo', 'Indigo Jogger'])
})

test('has no suggestion for one letter, for none, and for what the shop does not have', async () => {
  for (const q of ['', 'i', '%', '!!', 'zzzzzz', "'; drop"]) expect(await read(q), q).toEqual([])
})

test('suggests at most eight names', async () => {
  for (let index = 0; index < 10; index += 1) await createTestProduct({ database, name: `Loom ${index}` })
  expect(await read('loom')).toHaveLength(8)
})

test('each suggestion has its kind, address, picture and price', async () => {
  const product = await createTestProduct({ database, name: 'Sprig Kurta', price: 1499 })
  await database.updateTable('categories').set({ words: 'sprigged' }).where('key', '=', 'DENIM').execute()
  const { items } = (await request('GET', '/products/suggestions?q=sprig')).json()
  expect(items).toEqual([
    { kind: 'category', key: 'DENIM', text: 'Denim cargos', address: '/buy?category=DENIM' },
    {
      kind: 'product',
      key: product.id,
      text: 'Sprig Kurta',
      address: `/product/${product.id}/sprig-kurta`,
      image: expect.stringMatching(/^\/images\/.+\/800\.webp$/),
      backdrop: expect.stringMatching(/^#[0-9a-f]{6}$/),
      price: 1499,
    },
  ])
})

test('a hidden category is not suggested', async () => {
  await database.updateTable('categories').set({ is_hidden: true }).where('key', '=', 'HOODIE').execute()
  expect(await read('hoodie')).toEqual([])
})
