import { expect, test } from 'vitest'
import { toPaise } from '#contract/kernel/money.ts'
import { checkImports } from '#server/catalog-admin/import/run/process-imports.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { buildCsv } from '#testing/product-files.ts'
import { signInAdministrator } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { listRates, readToday } from './read-rates.ts'

const gap = 'fits no rate: up to ₹2,625 it is 5 %, from ₹2,950.01 18 %. 18 % is used.'
const taxed = await createTestApp({ environment: { STORE_GSTIN: '27AAPFU0939F1ZV' } })
const untaxed = await createTestApp()
type Shop = typeof taxed

async function setUp({ request, database }: Shop) {
  const { cookies } = await signInAdministrator({ request, database })
  await database.updateTable('categories').set({ hsn_code: '6109' }).where('key', '=', 'TEE').execute()
  const read = async (path: string) => (await request('GET', path, { cookies })).json()
  const post = (path: string, body: object) => request('POST', path, { cookies, body })
  /** Checks a file with one product, and returns its warnings. */
  async function checkFile({ row, isTaxed }: { row: Record<string, string>; isTaxed: boolean }): Promise<string[]> {
    const { payload, headers } = buildMultipartForm({ file: Buffer.from(buildCsv([row])) })
    const { _id } = (await request('POST', '/products/imports', { payload, headers, cookies })).json()
    await checkImports({
      database,
      signal: new AbortController().signal,
      log: { error: console.error },
      readTaxRates: async () => (isTaxed ? listRates({ database, day: await readToday(database) }) : undefined),
    })
    return (await read(`/products/imports/${_id}/items`)).items[0].warnings
  }
  return { cookies, read, post, checkFile, request, database }
}
const shop = await setUp(taxed)
const other = await setUp(untaxed)

const createProduct = async ({ database }: Pick<Shop, 'database'>, { price, details = {} }: { price: number; details?: object }) => {
  const product = await createTestProduct({ database, category: 'TEE' })
  const values = { price_paise: toPaise(price), mrp_paise: null, details: JSON.stringify(details) }
  await database.updateTable('products').set(values).where('id', '=', product.id).execute()
  return product
}

test('a sale of a category names the products whose price fits no rate, and starts', async () => {
  await shop.database.updateTable('products').set({ status: 'archived' }).execute()
  const [fits, pack, inGap, unrated] = await Promise.all([
    createProduct(shop, { price: 2_900 }),
    createProduct(shop, { price: 6_000, details: { itemsInPack: 4, taxPieces: 2 } }),
    createProduct(shop, { price: 3_000 }),
    createProduct(shop, { price: 3_000, details: { hsnCode: '7117' } }),
  ])
  expect(fits.id).not.toBe(inGap.id)
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  const started = await shop.post('/products/admin/group-sales', { kind: 'category', key: 'TEE', percent: 10, endsAt })
  expect(started.json()).toMatchObject({ sale: { products: 4 } })
  const path = `/tax-rates/group-sales/${started.json().sale._id}`
  const { count, problems } = await shop.read(path)
  const byId = new Map(problems.map(({ product, text }: { product: string; text: string }) => [product, text]))
  expect(count).toBe(3)
  expect([byId.get(fits.id), byId.get(pack.id), byId.get(inGap.id), byId.get(unrated.id)]).toEqual([
    undefined,
    `₹2,700 a piece ${gap}`,
    `₹2,700 a piece ${gap}`,
    'HSN code 7117 has no tax rate.',
  ])
  expect(await shop.read('/tax-rates/group-sales/nonsense')).toEqual({ count: 0, problems: [] })
})

test('products whose HSN code has no rate are counted and listed; the code of the category counts for those without one', async () => {
  await shop.database.updateTable('products').set({ status: 'archived' }).execute()
  const unrated = await createProduct(shop, { price: 799, details: { hsnCode: '7117' } })
  await createProduct(shop, { price: 799, details: { hsnCode: '6109' } })
  const inherited = await createProduct(shop, { price: 799 })
  const list = async () => (await shop.read('/products/admin?unrated=yes')).products.map(({ _id }: { _id: string }) => _id)
  expect([await list(), (await shop.read('/first-day')).unrated]).toEqual([[unrated.id], 1])
  await shop.database.updateTable('categories').set({ hsn_code: '7118' }).where('key', '=', 'TEE').execute()
  expect([new Set(await list()), (await shop.read('/first-day')).unrated]).toEqual([new Set([unrated.id, inherited.id]), 2])
  await shop.database.updateTable('categories').set({ hsn_code: null }).where('key', '=', 'TEE').execute()
  expect(await list()).toEqual([unrated.id])
  await shop.database.updateTable('categories').set({ hsn_code: '6109' }).where('key', '=', 'TEE').execute()
  await createProduct(other, { price: 799, details: { hsnCode: '7117' } })
  expect((await other.read('/first-day')).unrated).toBe(0)
})

test('the check of a file warns of prices that fit no rate, and imports them', async () => {
  const row = { Name: 'Kurta', Description: 'Soft.', Category: 'TEE', Stock: '1' }
  const check = (cells: Record<string, string>, isTaxed = true) => shop.checkFile({ row: { ...row, ...cells }, isTaxed })
  expect(await check({ Price: '2700' })).toContain(`Tax: ₹2,700 a piece ${gap}`)
  expect(await check({ Price: '5400', 'Pieces for the tax': '2' })).toContain(`Tax: ₹2,700 a piece ${gap}`)
  expect(await check({ Price: '799', 'HSN code': '7117' })).toContain('Tax: HSN code 7117 has no tax rate.')
  expect(await check({ Price: '2600' })).toEqual([])
  expect(await check({ Price: '2700' }, false)).toEqual([])
})

test('only a shop with a GSTIN has tax, and none of the composition scheme', async () => {
  expect([(await shop.read('/tax-rates')).isTaxed, (await other.read('/tax-rates')).isTaxed]).toEqual([true, false])
  const value = {
    invoicePrefix: 'LL',
    creditPrefix: 'CN',
    registration: 'composition',
    signatory: '',
    signature: null,
    longHsnCodes: 'off',
    attachInvoice: 'off',
  }
  const saved = await shop.request('PATCH', '/settings/tax', { cookies: shop.cookies, body: { version: 0, value } })
  const { version } = saved.json().state
  expect((await shop.post('/settings/tax/publish', { version, at: null })).statusCode).toBe(200)
  expect((await shop.read('/tax-rates')).isTaxed).toBe(false)
})
