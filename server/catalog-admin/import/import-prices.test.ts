import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { buildShopifyRow, type Cells } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, cookies, database, plan, start, work, read, find } = await setUpImports()

const woo = (cells: Cells): Cells => ({
  ...{
    Type: 'simple',
    Description: 'Plain.',
    Stock: 3,
    Categories: 'Tees',
    Parent: '',
    'Regular price': 'Rs. 1,499',
    'Sale price': 'Rs. 999',
  },
  ...{ 'Date sale price ends': '2099-12-31' },
  ...cells,
})

test('a sale price with its currency is the price of the sale, which the dry run shows with its days', async () => {
  const { items } = await plan([woo({ Name: 'Rupee sale' })])
  expect(items[0]?.preview).toMatchObject({ price: 1499, sale: { price: 999, endsAt: '2099-12-31T18:30:00.000Z' } })
})

test.each(['31-12-2099', '31/12/2099', '31-Dec-2099', '31 Dec 2099', '2099-12-31 00:00:00'])(
  'the last day %s of a sale is read',
  async (day) => {
    const { items } = await plan([woo({ Name: `Ends on ${day}`, 'Date sale price ends': day })])
    expect([items[0]?.preview?.price, items[0]?.preview?.sale?.endsAt]).toEqual([1499, '2099-12-31T18:30:00.000Z'])
  },
)

test.each([
  [{ 'Date sale price ends': '12/31/2099' }, 'The day 12/31/2099 of the sale cannot be read. Write it as 2026-12-31 or 31-12-2026.'],
  [{ 'Date sale price starts': 'soon' }, 'The day soon of the sale cannot be read. Write it as 2026-12-31 or 31-12-2026.'],
  [{ 'Sale price': 'half' }, 'The sale price half cannot be read. Write it as 799 or 799.50.'],
  [{ 'Sale price': '', 'Regular price': '$20' }, 'Price must be a number such as 799 or 799.50.'],
  [{ 'Sale price': '', 'Regular price': '1.299' }, 'Price must be a number such as 799 or 799.50.'],
])('%o is an error of the line', async (cells, text) => {
  const { items } = await plan([woo({ Name: 'Unreadable', ...cells })])
  expect(items.map(({ error }) => error)).toEqual([text])
})

test('prices of sizes are compared as what they are worth, and one that cannot be read is an error', async () => {
  const option = { 'Option1 Name': 'Size', 'Option1 Value': 'S' }
  const { items } = await plan([
    buildShopifyRow({ Handle: 'pr-sizes', ...option, 'Variant Price': 'Rs. 1,299' }),
    { Handle: 'pr-sizes', 'Option1 Value': 'M', 'Variant Price': 'Rs. 999', 'Variant Inventory Qty': 1 },
    buildShopifyRow({ Handle: 'pr-broken', ...option, 'Variant Price': '₹900' }),
    { Handle: 'pr-broken', 'Option1 Value': 'M', 'Variant Price': 'ask us', 'Variant Inventory Qty': 1 },
    buildShopifyRow({ Handle: 'pr-european', 'Variant Price': '1.299,00' }),
  ])
  expect(items.map(({ error, preview }) => error ?? preview?.price)).toEqual(['Price must be a number such as 799 or 799.50.', 1299, 1299])
})

test('prices that fall below 30 % of what they were are imported only when they are confirmed', async () => {
  const product = await createTestProduct({ database, price: 1499 })
  const { checked, items } = await plan([{ Handle: product.id, Price: '449' }])
  expect(items[0]?.warnings).toEqual(['The price falls from ₹1,499 to ₹449. Confirm it above, or correct the file.'])
  expect(checked.lowPrices).toBe(1)
  const refused = await start(checked._id, checked.version)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'import_low_prices'])
  const body = { version: checked.version, acceptsLowPrices: true }
  expect((await request('POST', `/products/imports/${checked._id}/run`, { cookies, body })).statusCode).toBe(200)
  await work()
  expect((await read(checked._id)).saved).toBe(1)
  expect((await find(product.name))[0]?.price).toBe(449)
})

test('a sale price below 30 % is asked about, and one at 30 % is not', async () => {
  const { checked, items } = await plan([
    woo({ Name: 'Nearly free', 'Sale price': '9.99' }),
    woo({ Name: 'Free for ever', 'Sale price': '9.99', 'Date sale price ends': '' }),
    woo({ Name: 'Bargain', 'Sale price': '449.70' }),
  ])
  expect(items.map(({ preview }) => preview?.isPriceLow ?? false)).toEqual([true, true, false])
  expect(checked.lowPrices).toBe(2)
})
