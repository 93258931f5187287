import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { startShop } from '#testing/start-shop.ts'

const { request, database, cookies } = await startShop()

const setSku = (id: string, size: string, sku: string) =>
  database.updateTable('product_sizes').set({ sku }).where('product_id', '=', id).where('size', '=', size).execute()
const place = async (...items: Parameters<typeof buildGuestOrder>[0]) =>
  (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder(items) })).json<{ order: Order }>().order

const kurta = await createTestProduct({ database, name: 'Sprig kurta', sizes: { M: 10, L: 10 } })
const tee = await createTestProduct({ database, name: 'Plain tee', sizes: { M: 10 } })
await createTestProduct({ database, name: 'Kurta of linen' })
await setSku(kurta.id, 'M', 'KURTA-007')
await setSku(tee.id, 'M', '100-200')
const medium = await place({ ...kurta, size: 'M' }, { ...kurta, size: 'L' })
await place({ ...kurta, size: 'L' })
const plain = await place({ ...tee, size: 'M' })

const readNumbers = async (path: string) =>
  (await request('GET', path, { cookies })).json<{ orders: Order[] }>().orders.map(({ number }) => number)
const readNames = async (q: string) =>
  (await request('GET', `/products/admin?q=${q}`, { cookies })).json<{ products: { name: string }[] }>().products.map(({ name }) => name)

test.each(['/cod/adminOrder?', '/order/admin/desk?view=new&'])('%s finds the orders of a SKU', async (path) => {
  for (const q of ['KURTA-007', 'kurta-00', 'asha kurta-007']) expect(await readNumbers(`${path}q=${q}`), q).toEqual([medium.number])
  expect(await readNumbers(`${path}q=100-200`)).toEqual([plain.number])
  expect(await readNumbers(`${path}q=kurta-008`)).toEqual([])
})

test('the list of products finds a SKU or its beginning, and a word that begins one finds every product with it', async () => {
  expect(await readNames('kurta-007')).toEqual(['Sprig kurta'])
  expect(await readNames('100-2')).toEqual(['Plain tee'])
  expect((await readNames('kurta')).toSorted()).toEqual(['Kurta of linen', 'Sprig kurta'])
})

test('shoppers do not search by SKU', async () => {
  expect((await request('GET', '/products/getAll?page=1&q=100-200')).json().products).toEqual([])
})

test('the file of orders names the SKU of each line, and those of an order', async () => {
  const readSkus = async (rows: string): Promise<string[]> => {
    const { body } = await request('GET', `/order/admin/export?q=${medium.number}&rows=${rows}`, { cookies })
    return parse(body, { bom: true, columns: true }).map((row: unknown) => (row as { SKU: string }).SKU)
  }
  expect(await readSkus('items')).toEqual(['KURTA-007', ''])
  expect(await readSkus('orders')).toEqual(['KURTA-007'])
})
