import { expect, test } from 'vitest'
import type { ImportDetail } from '#contract/catalog-admin/product-import.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, database, cookies, work, read, readItems, check, run, change, find } = await setUpImports()

type Cells = Record<string, string | number>

/** A product of Shopify with the columns of before 2025. */
const old = (cells: Cells): Cells => ({
  Title: cells.Handle ?? '',
  'Body (HTML)': '<p>Plain.</p>',
  Type: 'TEE',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '900',
  'Variant Inventory Qty': '3',
  Status: 'active',
  ...cells,
})
/** Variants of one product: the first line has the product's cells. */
const variants = (handle: string, first: Cells, lines: readonly Cells[]): Cells[] =>
  lines.map((line, index) => ({
    ...(index === 0 ? old({ Handle: handle, ...first }) : { Handle: handle, 'Variant Price': '900' }),
    ...line,
  }))

async function plan(rows: readonly Cells[]) {
  const checked = await check(buildCsv(rows))
  return { checked, items: await readItems(checked._id) }
}

const recheck = async ({ _id: id, version, columns, categories, options }: ImportDetail, changes: Partial<ImportDetail>) => {
  const body = { version, columns: columns.map(({ field }) => field), categories, options, ...changes }
  expect((await change(id, body)).statusCode).toBe(200)
  await work()
  return { checked: await read(id), items: await readItems(id) }
}

test('a product is in the category of its type, else of its path, else of a tag, else in one for all others', async () => {
  const path = (last: string) => `Apparel & Accessories > Clothing > Clothing Tops > ${last}`
  const { checked, items } = await plan([
    old({ Handle: 'g-type', Type: 'Tees', 'Product Category': path('Shirts') }),
    old({ Handle: 'g-path', Type: '', 'Product Category': path('Shirts') }),
    old({ Handle: 'g-polo', Type: '', 'Product Category': path('Polos') }),
    old({ Handle: 'g-loud', Type: 'POLO', 'Product Category': path('Polos') }),
    old({ Handle: 'g-tag', Type: '', Tags: 'summer, Hoodie Packs', 'Product Category': 'Uncategorized' }),
    old({ Handle: 'g-none', Type: '', Tags: 'summer' }),
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
  const { checked } = await plan([old({ Handle: 'k-shirt', Type: `${long} shirts` }), old({ Handle: 'k-polo', Type: `${long} polos` })])
  const keys = checked.categories.map(({ category }) => category)
  expect(keys).toEqual(['CLOTHING-TOPS-FOR-VERY-COLD-DAYS-IN-THE', 'CLOTHING-TOPS-FOR-VERY-COLD-DAYS-IN-2'])
})

test('a shop gets no more categories than it can have, the largest ones first', async () => {
  const rows = Array.from({ length: 70 }, (_, index) => old({ Handle: `m-${index}`, Type: `Kind ${index}` }))
  const { checked } = await plan([...rows, old({ Handle: 'm-last', Type: 'Kind 69' })])
  expect(checked.categories[0]).toMatchObject({ value: 'Kind 69', isNew: true, products: 2 })
  const { categories } = (await request('GET', '/categories/admin', { cookies })).json()
  expect(checked.outcomes).toMatchObject({ new: 61 - categories.length, error: 10 + categories.length })
  expect(checked.notes).toEqual(['A shop has at most 60 categories. Choose one that it has for the others.'])
})

test('a product without options comes in a free size with its SKU and barcode', async () => {
  const { checked, items } = await plan([old({ Handle: 'f-saree', 'Variant SKU': 'SAREE 1', 'Variant Barcode': "'8901234567894" })])
  expect(items[0]).toMatchObject({ outcome: 'new', warnings: [], preview: { stock: 3, sizes: [{ size: 'Free size', stock: 3 }] } })
  const done = await run(checked)
  const product = (await readItems(done._id))[0]?.product
  const { sizes } = (await request('GET', `/products/${product}/stock`, { cookies })).json()
  expect(sizes).toEqual([{ size: 'Free size', stock: 3, sku: 'SAREE 1', barcode: '8901234567894' }])
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
  const lines = ['M', 'L'].map((size) => ({ 'Option1 Value': size, 'Option2 Value': 'Silk', 'Option3 Value': 'Party' }))
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
    old({ Handle: 'c-two', [column]: 'beige; pink' }),
    old({ Handle: 'c-list', [column]: '["red","blue"]' }),
    old({ Handle: 'c-gid', [column]: 'gid://shopify/Metaobject/1' }),
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

test('what a product of this shop cannot have is left out with a note, and the product is imported', async () => {
  const { id } = await createTestProduct({ database, sizes: { M: 1 } })
  await database.updateTable('product_sizes').set({ sku: 'TAKEN' }).where('product_id', '=', id).execute()
  await database.updateTable('products').set({ handle: 'w-other' }).where('id', '=', id).execute()
  const { items } = await plan([
    old({ Handle: 'w-text', 'Body (HTML)': '', 'Variant Inventory Qty': '-4', 'Variant Compare At Price': '850' }),
    old({ Handle: 'w-long', Title: `${'long '.repeat(30)}name`, 'Body (HTML)': `<p>${'word '.repeat(1_100)}</p>` }),
    old({ Handle: 'w-codes', 'Variant SKU': 'S'.repeat(101), 'Variant Barcode': 'no*barcode' }),
    old({ Handle: 'w-taken', 'Variant SKU': 'TAKEN' }),
    old({ Handle: 'w-one', 'Variant SKU': 'SAME' }),
    old({ Handle: 'w-two', 'Variant SKU': 'SAME' }),
    old({ Handle: 'w-gender', 'Google Shopping / Gender': 'dogs', 'HSN (product.metafields.custom.hsn)': '12' }),
  ])
  expect(items.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'new'))
  expect(items.map(({ warnings }) => warnings)).toEqual([
    [
      'It has no description: the name stands there.',
      'The MRP 850 is lower than the price, and is left out.',
      'The stock was -4, and is 0.',
    ],
    ['Its name is cut at 120 characters.', 'Its description is cut at 5,000 characters.'],
    [
      expect.stringMatching(/^SKU S{60} is left out\. SKU has at most 100 characters\.$/),
      expect.stringMatching(/^Barcode no\*barcode is left out\./),
    ],
    ['SKU TAKEN is left out. Another product has it.'],
    [],
    ['SKU SAME is left out. Another product has it.'],
    [
      expect.stringMatching(/^Gender Dogs is left out\. Gender must be one of/),
      'HSN code 12 is left out. An HSN code has 4, 6 or 8 digits.',
    ],
  ])
})

test('an imported product declares no country and no maker of its own accord, and those that are chosen for all are noted', async () => {
  const { checked } = await plan([old({ Handle: 'd-none' })])
  const chosen = await recheck(checked, { options: { ...checked.options, countryOfOrigin: 'Vietnam', maker: '' } })
  expect(chosen.items[0]?.warnings).toEqual(['Country of origin: Vietnam, as chosen above.'])
  const done = await run(chosen.checked)
  const [item] = await readItems(done._id)
  const redirects = await database.selectFrom('redirects').select(['from_path', 'to_path']).where('from_path', 'like', '%/d-none').execute()
  expect(redirects.map(({ from_path }) => from_path).toSorted()).toEqual(['/product/d-none', '/products/d-none'])
  expect(redirects[0]?.to_path).toContain(`/product/${item?.product}/`)
  const product = (await request('GET', `/products/${item?.product}`)).json()
  expect([product.needsDeclarations, product.details]).toEqual([true, { countryOfOrigin: 'Vietnam' }])
  expect((await find('d-none'))[0]).toMatchObject({ needsDeclarations: true })
})

test('what is refused, and what is missing in the whole file, is said with its reason', async () => {
  const { checked, items } = await plan([
    { Handle: 'r-gift', Title: 'Gift card', 'Gift Card': 'TRUE', Vendor: 'Loom', 'Variant Price': '5', Type: 'TEE' },
    { Handle: 'r-tee', Title: 'A tee', 'Variant Price': '5', Type: 'TEE' },
    { Handle: 'r-free', Title: 'For nothing', 'Variant Price': '0.00', Type: 'TEE' },
    ...Array.from({ length: 31 }, (_, index) => ({
      Handle: 'r-many',
      'Variant Price': '5',
      'Option1 Value': `${index}`,
      ...(index === 0 && { Title: 'Many', Type: 'TEE', 'Option1 Name': 'Size' }),
    })),
    ...['one', 'two'].map((end, index) => ({
      Handle: 'r-long',
      'Variant Price': '5',
      'Option1 Value': `As long as a sentence ${end}`,
      ...(index === 0 && { Title: 'Long', Type: 'TEE', 'Option1 Name': 'Size' }),
    })),
  ])
  expect(items.map(({ name, error }) => [name, error])).toEqual([
    ['Gift card', 'This is a gift card, which the shop cannot sell.'],
    ['For nothing', 'It has no price, or the price 0. Enter one in the file and upload it again.'],
    ['Many', 'It has 31 sizes; a product can have 30. Divide it into several products in the file.'],
    ['Long', expect.stringMatching(/^Size As long as a sentence one has more than 20 characters/)],
    ['A tee', null],
  ])
  expect(checked.notes).toEqual([
    'The file has no stock: new products have 0. Enter it after the import, or import a file with it.',
    'Not imported: Vendor.',
  ])
})
