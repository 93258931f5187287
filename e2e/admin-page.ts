import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { Product } from '#contract/catalog/products.ts'
import { createTestImage } from '#testing/pictures.ts'
import { expect, Shop } from './shop.ts'

export const area = '/AdminDashboardWrapper'

const suffixes: string[] = []

/** For names of what this test makes. */
export function createSuffix(): string {
  const suffix = randomUUID().slice(0, 6)
  suffixes.push(suffix)
  return suffix
}

/** Deletes the products with the suffixes of this test: other tests look at the newest ones. */
export async function deleteMadeProducts({ page }: { page: Page }): Promise<void> {
  const made = suffixes.splice(0)
  if (made.length === 0) return
  await signInAdmin(page)
  const products: Product[] = await (await page.request.get('/api/v1/products/getAll')).json()
  for (const { _id, name } of products) {
    if (made.some((suffix) => name.includes(suffix))) await page.request.delete(`/api/v1/products/${_id}`)
  }
}

/** Ends the offers: in a shop with codes, carts of other tests have a field more once they are quoted. */
export async function endOffers({ page }: { page: Page }): Promise<void> {
  await signInAdmin(page)
  const { offers } = await (await page.request.get('/api/v1/offers?page=1')).json()
  for (const { _id, version, state } of offers) {
    if (state !== 'ended') expect((await page.request.post(`/api/v1/offers/${_id}/end`, { data: { version } })).status()).toBe(200)
  }
}

export async function signInAdmin(page: Page): Promise<Shop> {
  const shop = new Shop(page)
  await page.request.post('/api/v1/users/login', { data: { name: 'admin', pin: shop.adminPin } })
  return shop
}

export const picture = async () => ({
  name: 'tee.png',
  mimeType: 'image/png',
  buffer: await createTestImage({ width: 400, height: 500 }).png().toBuffer(),
})

export async function fillProduct(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('Soft, heavy cotton.')
  await page.getByLabel('Price (₹)').fill('799.50')
  await page.getByLabel('Stock quantity').fill('7')
  await page.getByLabel('Category').selectOption('DENIM')
}

/** Creates a product by the request context of an administrator. */
export async function createProduct(request: APIRequestContext): Promise<AdminProduct> {
  const name = `Made Tee ${createSuffix()}`
  const multipart = { name, description: 'Made for a test.', price: '500', stock: '5', category: 'DENIM', image: await picture() }
  return (await (await request.post('/api/v1/products/createProduct', { multipart })).json()).product
}
