import { expect, test } from 'vitest'
import { createTestProduct } from '#testing/factories.ts'
import { buildShopifyRow } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'

const { request, cookies, database, readItems, run, find, plan, recheck } = await setUpImports()

test('what a product of this shop cannot have is left out with a note, and the product is imported', async () => {
  const { id } = await createTestProduct({ database, sizes: { M: 1 } })
  await database.updateTable('product_sizes').set({ sku: 'TAKEN' }).where('product_id', '=', id).execute()
  await database.updateTable('products').set({ handle: 'w-other' }).where('id', '=', id).execute()
  const { items } = await plan([
    buildShopifyRow({ Handle: 'w-text', 'Body (HTML)': '', 'Variant Inventory Qty': '-4', 'Variant Compare At Price': '850' }),
    buildShopifyRow({ Handle: 'w-long', Title: `${'long '.repeat(30)}name`, 'Body (HTML)': `<p>${'word '.repeat(1_100)}</p>` }),
    buildShopifyRow({ Handle: 'w-codes', 'Variant SKU': 'S'.repeat(101), 'Variant Barcode': 'no*barcode' }),
    buildShopifyRow({ Handle: 'w-taken', 'Variant SKU': 'TAKEN' }),
    buildShopifyRow({ Handle: 'w-one', 'Variant SKU': 'SAME' }),
    buildShopifyRow({ Handle: 'w-two', 'Variant SKU': 'SAME' }),
    buildShopifyRow({ Handle: 'w-gender', 'Google Shopping / Gender': 'dogs', 'HSN (product.metafields.custom.hsn)': '12' }),
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

test('line breaks in codes are spaces, and other signs are replaced with a note', async () => {
  const { items } = await plan([
    buildShopifyRow({ Handle: 'c-break', 'Variant SKU': 'KURTA-\nRED' }),
    buildShopifyRow({ Handle: 'c-comma', 'Variant SKU': '8,5us' }),
    buildShopifyRow({ Handle: 'c-space', 'Variant SKU': 'TEE 1\n' }),
  ])
  expect(items.map(({ warnings }) => warnings)).toEqual([[], ['SKU 8,5us has signs that codes cannot have, and is 8.5us.'], []])
})

test('an imported product declares no country and no maker of its own accord, and those that are chosen for all are noted', async () => {
  const { checked } = await plan([buildShopifyRow({ Handle: 'd-none' })])
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
    ['For nothing', expect.stringMatching(/^It has no price, or the price 0\./)],
    ['Many', 'It has 31 sizes; a product can have 30. Divide it into several products in the file.'],
    ['Long', expect.stringMatching(/^Size As long as a sentence one has more than 20 characters/)],
    ['A tee', null],
  ])
  expect(checked.notes).toEqual(['The file has no column of the stock. Choose the stock of new products below.', 'Not imported: Vendor.'])
})

test('prices with digits of a calculation, and numbers with an apostrophe, are read as they were meant', async () => {
  const { items } = await plan([
    buildShopifyRow({ Handle: 'n-noise', 'Variant Price': '58.120000000000005', 'Variant SKU': "'100" }),
    buildShopifyRow({ Handle: 'n-three', 'Variant Price': '58.125', 'Variant SKU': 'n-three' }),
  ])
  expect(items.map(({ error, preview, warnings }) => [error, preview?.price, warnings])).toEqual([
    ['Price must be a number such as 799 or 799.50.', undefined, []],
    [null, 58.12, []],
  ])
})

test('products without a price are drafts at the price that is chosen for them', async () => {
  const rows = [buildShopifyRow({ Handle: 'p-none', 'Variant Price': '0.00' }), buildShopifyRow({ Handle: 'p-priced' })]
  const { checked, items } = await plan(rows)
  expect(items.map(({ error }) => error)).toEqual([expect.stringMatching(/^It has no price, or the price 0\. Choose one above/), null])
  const body = (missingPrice: string) => ({
    version: checked.version,
    columns: checked.columns.map(({ field }) => field),
    categories: checked.categories,
    options: { ...checked.options, missingPrice },
  })
  const wrong = await request('PATCH', `/products/imports/${checked._id}`, { cookies, body: body('cheap') })
  expect([wrong.statusCode, Object.values(wrong.json().fields)]).toEqual([400, ['Price must be a number such as 799 or 799.50.']])
  const chosen = await recheck(checked, { options: body('1,499').options })
  expect(chosen.items.map(({ preview, warnings }) => [preview?.price, preview?.status, warnings])).toEqual([
    [1499, 'draft', ['It has no price: it becomes a draft at ₹1,499, as chosen above. Enter its price before you publish it.']],
    [900, 'on_sale', []],
  ])
  const [item] = await readItems((await run(chosen.checked))._id)
  const stored = await database
    .selectFrom('products')
    .select(['status', 'price_paise'])
    .where('id', '=', item?.product ?? '')
    .executeTakeFirst()
  expect(stored).toEqual({ status: 'draft', price_paise: 149_900 })
})
