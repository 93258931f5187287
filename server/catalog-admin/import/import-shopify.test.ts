import { expect, test } from 'vitest'
import { buildShopifyRow, type Cells } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, cookies, readItems, run, plan, recheck } = await setUpImports()

/** Variants of one product: the first line has the product's cells. */
const variants = (handle: string, first: Cells, lines: readonly Cells[]): Cells[] =>
  lines.map((line, index) => ({
    ...(index === 0 ? buildShopifyRow({ Handle: handle, ...first }) : { Handle: handle, 'Variant Price': '900' }),
    ...line,
  }))

test('a product is in the category of its type, else of its path, else of a tag, else in one for all others', async () => {
  const path = (last: string) => `Apparel & Accessories > Clothing > Clothing Tops > ${last}`
  const { checked, items } = await plan([
    buildShopifyRow({ Handle: 'g-type', Type: 'Tees', 'Product Category': path('Shirts') }),
    buildShopifyRow({ Handle: 'g-path', Type: '', 'Product Category': path('Shirts') }),
    buildShopifyRow({ Handle: 'g-polo', Type: '', 'Product Category': path('Polos') }),
    buildShopifyRow({ Handle: 'g-loud', Type: 'POLO', 'Product Category': path('Polos') }),
    buildShopifyRow({ Handle: 'g-tag', Type: '', Tags: 'summer, Hoodie Packs', 'Product Category': 'Uncategorized' }),
    buildShopifyRow({ Handle: 'g-none', Type: '', Tags: 'summer' }),
  ])
  expect(items.map(({ preview }) => preview?.category)).toEqual(['Tees', 'Shirts', 'Polos', 'Polos', 'Hoodie packs', 'Other'])
  expect(checked.categories).toEqual([
    { value: 'Polos', category: 'POLOS', isNew: true, name: 'Polos', products: 2 },
    { value: 'Shirts', category: 'SHIRTS', isNew: true, name: 'Shirts', products: 1 },
    { value: '', category: 'OTHER', isNew: true, name: 'Other', products: 1 },
  ])
  const choices = checked.categories.map((choice) =>
    choice.value === ''
      ? { ...choice, category: 'DENIM', isNew: false }
      : choice.value === 'Shirts'
        ? { ...choice, name: 'Formal shirts' }
        : choice,
  )
  const again = await recheck(checked, { categories: choices })
  expect(again.items.map(({ preview }) => preview?.category)).toEqual([
    'Tees',
    'Formal shirts',
    'Polos',
    'Polos',
    'Hoodie packs',
    'Denim cargos',
  ])
  await run(again.checked)
  const { categories } = (await request('GET', '/categories/admin', { cookies })).json()
  expect(categories.map(({ key, name }: { key: string; name: string }) => [key, name]).slice(-2)).toEqual([
    ['POLOS', 'Polos'],
    ['FORMAL-SHIRTS', 'Formal shirts'],
  ])
})

test('long names of categories get keys of their own', async () => {
  const long = 'Clothing tops for very cold days in the mountains'
  const { checked } = await plan([
    buildShopifyRow({ Handle: 'k-shirt', Type: `${long} shirts` }),
    buildShopifyRow({ Handle: 'k-polo', Type: `${long} polos` }),
  ])
  const keys = checked.categories.map(({ category }) => category)
  expect(keys).toEqual(['CLOTHING-TOPS-FOR-VERY-COLD-DAYS-IN-THE', 'CLOTHING-TOPS-FOR-VERY-COLD-DAYS-IN-2'])
})

test('a shop gets no more categories than it can have, the largest ones first', async () => {
  const rows = Array.from({ length: 70 }, (_, index) => buildShopifyRow({ Handle: `m-${index}`, Type: `Kind ${index}` }))
  const { checked } = await plan([...rows, buildShopifyRow({ Handle: 'm-last', Type: 'Kind 69' })])
  expect(checked.categories[0]).toMatchObject({ value: 'Kind 69', isNew: true, products: 2 })
  const { categories } = (await request('GET', '/categories/admin', { cookies })).json()
  expect(checked.outcomes).toMatchObject({ new: 61 - categories.length, error: 10 + categories.length })
  expect(checked.notes).toEqual(['A shop has at most 60 categories. Choose one that it has for the others.'])
})

test('a product without options comes in a free size with its SKU and barcode', async () => {
  const { checked, items } = await plan([
    buildShopifyRow({ Handle: 'f-saree', 'Variant SKU': 'SAREE 1', 'Variant Barcode': "'8901234567894" }),
  ])
  expect(items[0]).toMatchObject({ outcome: 'new', warnings: [], preview: { stock: 3, sizes: [{ size: 'Free size', stock: 3 }] } })
  const done = await run(checked)
  const product = (await readItems(done._id))[0]?.product
  const { sizes } = (await request('GET', `/products/${product}/stock`, { cookies })).json()
  expect(sizes).toEqual([{ size: 'Free size', stock: 3, sku: 'SAREE 1', barcode: '8901234567894', shelf: '' }])
})

test.each([
  ['Shoe size', ['7', '8'], ['7', '8'], []],
  ['Size (UK)', ['Uk 8', 'uk 10'], ['Uk 8', 'uk 10'], []],
  ['Waist', ['30"', '32"'], ['30 in', '32 in'], ['Sizes are written as in the shop: 30" → 30 in, 32" → 32 in.']],
  ['Length', ['5 m', '6 m'], ['5 m', '6 m'], []],
  ['SIZE', ['s', 'Small Plus', 'm'], ['S', 'Small Plus', 'M'], []],
  ['Size', ['medium', '2xl', 'xxxl'], ['M', 'XXL', '3XL'], ['Sizes are written as in the shop: medium → M, 2xl → XXL, xxxl → 3XL.']],
  ['Size', ['XXL', '2XL'], ['XXL', '2XL'], []],
  ['Material', ['Silk', 'Cotton'], ['Silk', 'Cotton'], ['The option "Material" is imported as the size.']],
])('the option %s with %j is sizes', async (name, values, sizes, notes) => {
  const lines = values.map((value) => ({ 'Option1 Value': value, 'Variant Inventory Qty': 1 }))
  const { items } = await plan(variants(`o-${name}-${values[0]}`, { 'Option1 Name': name }, lines))
  expect(items.map(({ error, preview, warnings }) => [error, preview?.sizes.map(({ size }) => size), warnings])).toEqual([
    [null, sizes, notes],
  ])
})

test('an option with one value describes the product, and a metafield of its own counts before it', async () => {
  const names = { 'Option1 Name': 'Size', 'Option2 Name': 'Fabric', 'Option3 Name': 'Occasion' }
  const lines = ['M', 'L'].map((size) => ({
    'Option1 Value': size,
    'Option2 Value': 'Silk',
    'Option3 Value': 'Party',
    'Variant Inventory Qty': 1,
  }))
  const metafield = { 'Composition (product.metafields.custom.composition)': 'Silk and zari' }
  const { items } = await plan([...variants('v-plain', names, lines), ...variants('v-field', { ...names, ...metafield }, lines)])
  const note = 'The option "Occasion: Party" is left out.'
  expect(items.map(({ changes, warnings }) => [changes.find(({ field }) => field === 'Fabric')?.after, warnings])).toEqual([
    ['Silk', [note]],
    ['Silk and zari', [note]],
  ])
})

test('2XL and XXL are two sizes by choice, and a product keeps the one that it has', async () => {
  const lines = [{ 'Option1 Value': 'XL' }, { 'Option1 Value': '2XL' }]
  const { checked, items } = await plan(variants('xxl-new', { 'Option1 Name': 'Size' }, lines))
  expect(items[0]?.preview?.sizes.map(({ size }) => size)).toEqual(['XL', 'XXL'])
  const apart = await recheck(checked, { options: { ...checked.options, isDoubleXlOne: false } })
  expect(apart.items[0]?.preview?.sizes.map(({ size }) => size)).toEqual(['XL', '2XL'])
  await run(apart.checked)
  const second = await plan(variants('xxl-new', { 'Option1 Name': 'Size' }, [{ 'Option1 Value': 'xxl', 'Variant Inventory Qty': 9 }]))
  expect(second.items[0]?.changes).toEqual([{ field: 'Stock of 2XL', before: '0', after: '9' }])
})

test('colours become products with prices of their own, and sizes of different prices have the highest one or another by choice', async () => {
  const option = (size: string, colour: string, price: number, mrp: number) => ({
    'Option1 Value': size,
    'Option2 Value': colour,
    'Variant Price': price,
    'Variant Compare At Price': mrp,
    'Variant Inventory Qty': 1,
  })
  const names = { 'Option1 Name': 'Size', 'Option2 Name': 'Color' }
  const { checked, items } = await plan(
    variants('p-tee', names, [
      option('M', 'Gold', 700, 850),
      option('L', 'Gold', 700, 850),
      option('M', 'Silver', 550, 850),
      option('XXL', 'Silver', 600, 550),
    ]),
  )
  const note = 'Its sizes have different values of "Price" (550, 600).'
  expect(items.map(({ name, preview, warnings }) => [name, preview?.price, preview?.mrp, warnings])).toEqual([
    ['p-tee, Gold', 700, 850, []],
    ['p-tee, Silver', 600, 850, [`${note} The highest one counts.`]],
  ])
  const lowest = await recheck(checked, { options: { ...checked.options, prices: 'lowest' } })
  expect([lowest.items[1]?.preview?.price, lowest.items[1]?.warnings[0]]).toEqual([550, `${note} The lowest one counts.`])
  const refused = await recheck(lowest.checked, { options: { ...checked.options, prices: 'refuse' } })
  expect(refused.items.map(({ name, error }) => [name, error])).toEqual([
    ['p-tee, Silver', 'The lines of this product have different values of "Price".'],
    ['p-tee, Gold', null],
  ])
})

test('several colours in one cell are several, and references to records are left out', async () => {
  const column = 'Color (product.metafields.shopify.color-pattern)'
  const { items } = await plan([
    buildShopifyRow({ Handle: 'c-two', [column]: 'beige; pink' }),
    buildShopifyRow({ Handle: 'c-list', [column]: '["red","blue"]' }),
    buildShopifyRow({ Handle: 'c-gid', [column]: 'gid://shopify/Metaobject/1' }),
  ])
  expect(items.map(({ changes }) => changes.find(({ field }) => field === 'Colour')?.after)).toEqual([
    'Beige, pink',
    'Red, blue',
    undefined,
  ])
})

test('fields of both generations of columns are read, the surest column of each first', async () => {
  const metafields = {
    'Fabric Weight (product.metafields.custom.fabric_weight)': '260 GSM',
    'Composition (product.metafields.custom.composition)': '100% cotton',
    'Wash Instructions (product.metafields.custom.wash)': 'Machine wash',
    'Country of Origin (product.metafields.custom.origin)': 'Nepal',
    'HSN (product.metafields.custom.hsn)': '6109',
    'Target gender (product.metafields.shopify.target-gender)': 'female; male',
    'Age group (product.metafields.shopify.age-group)': 'Adults',
  }
  const seo = { 'SEO title': 'Soft tee', 'SEO description': 'A tee that is soft.' }
  const { checked, items } = await plan([
    {
      Title: 'Newer columns',
      'URL handle': 'n-tee',
      Description: '<h2>Tee</h2><p>Soft.</p><p>Warm.</p><ul><li>One</li><li>Two</li></ul>',
      'Product category': 'Apparel & Accessories > Clothing > Tees',
      'Published on online store': 'FALSE',
      Status: 'Active',
      SKU: 'N'.repeat(100),
      'Option1 name': 'Size',
      'Option1 value': 'M',
      Price: '1,299.00',
      'Compare-at price': '1599',
      'Cost per item': '420.50',
      'Inventory quantity': '1,200',
      'Weight value (grams)': '219.6',
      ...seo,
      ...metafields,
    },
  ])
  expect(items[0]).toMatchObject({
    error: null,
    warnings: [],
    preview: { category: 'Tees', price: 1299, mrp: 1599, cost: 420.5, status: 'draft', sizes: [{ size: 'M', stock: 1200 }] },
  })
  await run(checked)
  const { products } = (await request('GET', '/products/admin?status=draft&q=Newer', { cookies })).json()
  expect(products[0]).toMatchObject({
    description: 'Tee\n\nSoft.\n\nWarm.\n\n• One\n• Two',
    cost: 420.5,
    details: {
      fabric: '100% cotton',
      care: 'Machine wash',
      countryOfOrigin: 'Nepal',
      hsnCode: '6109',
      gender: 'unisex',
      ageGroup: 'adult',
      weightGrams: 220,
      seoTitle: 'Soft tee',
      seoDescription: 'A tee that is soft.',
    },
  })
})
