import { expect, test } from 'vitest'
import { applyDueSales } from '#server/catalog/sales/sales.ts'
import { buildCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, database, cookies, readItems, check, recheck, run } = await setUpImports()

type Cells = Record<string, string | number>

/** A line of WooCommerce's product CSV. */
const woo = (cells: Cells): Cells => ({
  Type: 'simple',
  Published: 1,
  'Visibility in catalog': 'visible',
  Description: 'Plain.',
  'In stock?': 1,
  Stock: 3,
  'Regular price': 900,
  Categories: 'Clothing > Tees',
  Parent: '',
  'Date sale price ends': '',
  ...cells,
})

const attribute = (number: number, name: string, values: string): Cells => ({
  [`Attribute ${number} name`]: name,
  [`Attribute ${number} value(s)`]: values,
  [`Attribute ${number} visible`]: 1,
})

async function plan(rows: readonly Cells[]) {
  const checked = await check(buildCsv(rows))
  expect(checked).toMatchObject({ format: 'shopify', source: 'woocommerce' })
  return { checked, items: await readItems(checked._id) }
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('variations are sizes and colours of their product, found by its SKU or its number', async () => {
  const parent = { Type: 'variable', Stock: '', 'Regular price': '', 'Weight (kg)': '0.25', ...attribute(3, 'Fabric', 'Cotton') }
  const variation = (cells: Cells) => woo({ Type: 'variation', Description: '', Categories: '', Stock: 2, ...cells })
  const { checked, items } = await plan([
    woo({
      ID: 44,
      SKU: 'v-neck',
      Name: 'V-Neck',
      ...parent,
      ...attribute(1, 'Color', 'Blue, Red'),
      ...attribute(2, 'pa_size', 'Small, Medium'),
    }),
    woo({
      ID: 45,
      SKU: 'hoodie',
      Name: 'Zip Hoodie',
      ...parent,
      ...attribute(1, 'Size', 'S, M'),
      Categories: 'Sale, Clothing > Hoodie packs',
    }),
    variation({
      SKU: 'V-B-S',
      Parent: 'v-neck',
      ...attribute(1, 'Color', 'Blue'),
      ...attribute(2, 'pa_size', 'Small'),
      Images: 'https://a.in/b.jpg',
    }),
    variation({
      SKU: 'V-B-M',
      Parent: 'v-neck',
      ...attribute(1, 'Color', 'Blue'),
      ...attribute(2, 'pa_size', 'Medium'),
      'Regular price': 950,
    }),
    variation({ SKU: 'V-R', Parent: 'v-neck', ...attribute(1, 'Color', 'Red'), ...attribute(2, 'pa_size', '') }),
    variation({ SKU: 'H-S', Parent: 'id:45', ...attribute(1, 'Size', 'S'), Stock: 'parent' }),
    variation({ SKU: 'LOST', Parent: 'id:99', ...attribute(1, 'Size', 'S') }),
  ])
  const sizes = (stock: number) => ['S', 'M'].map((size) => ({ size, stock }))
  expect(items.map(({ name, error, preview }) => [name, error, preview?.price, preview?.sizes])).toEqual([
    [
      'variation-8',
      'The product of this variation (id:99) is not in the file. Export it together with its variations.',
      undefined,
      undefined,
    ],
    ['V-Neck, Blue', null, 950, sizes(2)],
    ['V-Neck, Red', null, 900, sizes(0)],
    ['Zip Hoodie', null, 900, [{ size: 'S', stock: 0 }]],
  ])
  expect(items[2]?.warnings[0]).toBe(
    'The variation V-R stands for several sizes: its SKU is left out. Enter the stock of each size, together 2.',
  )
  expect(items[3]).toMatchObject({
    warnings: ['The file does not count its stock: it becomes a draft, as chosen above.'],
    preview: { status: 'draft', isUncounted: true },
  })
  expect(checked.categories.map(({ value, name }) => [value, name])).toEqual([])
  const soldOut = await recheck(checked, { options: { ...checked.options, uncounted: 'sold_out' } })
  const done = await run(soldOut.checked)
  const blue = (await readItems(done._id)).find(({ name }) => name === 'V-Neck, Blue')?.product
  expect((await request('GET', `/products/${blue}`)).json()).toMatchObject({
    category: 'TEE',
    description: 'Plain.',
    details: { colour: 'Blue', style: 'v-neck', fabric: 'Cotton', weightGrams: 250 },
    colours: [{ colour: 'Blue' }, { colour: 'Red' }],
  })
  const { sizes: stored } = (await request('GET', `/products/${blue}/stock`, { cookies })).json()
  expect(stored.map(({ sku }: { sku: string }) => sku)).toEqual(['V-B-S', 'V-B-M'])
})

test('simple products keep lists of pictures, both descriptions and lines, and attributes', async () => {
  const { checked, items } = await plan([
    woo({
      Name: 'Cap',
      SKU: 'CAP',
      'Short description': 'Yellow.',
      Description: 'First line\\nSecond <b>line</b>',
      Images: 'https://a.in/1.jpg, https://a.in/2,x.jpg',
      'Weight (lbs)': '.5',
      ...attribute(1, 'Color', 'Yellow, Black'),
      ...attribute(2, 'Brim', 'Flat'),
    }),
    woo({ Name: 'Cap', SKU: 'CAP-2', 'Visibility in catalog': 'hidden' }),
    woo({ Name: 'Album', Type: 'simple, downloadable, virtual', Published: -1 }),
  ])
  expect(items.map(({ warnings }) => warnings)).toEqual([
    ['The attribute "Brim: Flat" is left out.'],
    ['It was hidden in the catalogue, and becomes a draft.'],
    ['It was a download or a service: the shop sends parcels only.'],
  ])
  expect(items.map(({ preview }) => [preview?.status, preview?.pictures.length])).toEqual([
    ['on_sale', 2],
    ['draft', 0],
    ['draft', 0],
  ])
  const done = await run(checked)
  const [cap] = await readItems(done._id)
  expect((await request('GET', `/products/${cap?.product}`)).json()).toMatchObject({
    description: 'Yellow.\n\nFirst line\nSecond line',
    sizes: ['Free size'],
    details: { colour: 'Yellow, Black', weightGrams: 227 },
  })
})

test('groups, products of other shops and products without their variations are refused with the way on', async () => {
  const { items } = await plan([
    woo({ Name: 'Group', Type: 'grouped' }),
    woo({ Name: 'Elsewhere', Type: 'external' }),
    woo({ Name: 'Alone', Type: 'variable' }),
  ])
  expect(items.map(({ error }) => error)).toEqual([
    'This is a group of products without a stock of its own. Make a collection of them instead.',
    'This product is sold by another shop, and has no stock here. Add it by hand if you sell it yourself.',
    'The variations of this product are not in the file. Export them too.',
  ])
})

test('a sale with a last day is planned; others become the price or a note', async () => {
  const sale = (cells: Cells) => woo({ 'Sale price': 700, ...cells })
  const { checked, items } = await plan([
    sale({ Name: 'Sale now', 'Date sale price starts': day(-2), 'Date sale price ends': day(5) }),
    sale({ Name: 'Sale over', 'Date sale price ends': day(-2) }),
    sale({ Name: 'Sale always' }),
    sale({ Name: 'Sale later', 'Date sale price starts': day(9) }),
    sale({ Name: 'Sale above', 'Sale price': 1000, 'Date sale price ends': day(5) }),
  ])
  expect(items.map(({ preview, warnings }) => [preview?.price, preview?.mrp, ...warnings])).toEqual([
    [900, null],
    [900, null, `The sale at 700 ended on ${day(-2)}, and is left out.`],
    [700, 900, 'Its sale has no end: 700 is the price, and the regular price 900 the MRP.'],
    [900, null, `The sale at 700 from ${day(9)} has no end, and is left out. Plan it after the import.`],
    [900, null, 'The price of its sale is not lower than its price: the sale is left out.'],
  ])
  const done = await run(checked)
  await applyDueSales({ database, signal: new AbortController().signal })
  const [now] = await readItems(done._id)
  expect((await request('GET', `/products/${now?.product}`)).json()).toMatchObject({ price: 700, regularPrice: 900 })
  const again = await plan([sale({ Name: 'Sale now', 'Date sale price starts': day(-2), 'Date sale price ends': day(5) })])
  expect(again.items.map(({ outcome, warnings }) => [outcome, warnings])).toEqual([
    ['unchanged', ['Its sale is left out: an import plans sales of new products only.']],
  ])
})
