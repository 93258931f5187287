import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { demoCategories } from '#demo/products/categories.ts'
import { demoProducts } from '#demo/products/products.ts'
import { createTestImage } from '#testing/pictures.ts'
import { buildCsv, buildShopifyCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { PictureError } from './run/add-pictures.ts'

const { request, database, cookies, png, fetched, work, upload, read, readItems, start, check, run, importFile, change, find } =
  await setUpImports()

const row = { Handle: '', Name: 'Bad row', Description: 'x', Category: 'TEE', Price: '500', Stock: '1' }

test.each([
  ['a stock that is no number', [{ ...row, Size: 'M', Stock: 'many' }], 'Stock must be a whole number.'],
  ['a price that is text', [{ ...row, Price: 'cheap' }], 'Price must be a number such as 799 or 799.50.'],
  ['an MRP under the price', [{ ...row, MRP: '499' }], 'The MRP must not be lower than the price.'],
  ['no price', [{ ...row, Price: '' }], 'Price is required.'],
  [
    'an unknown category',
    [{ ...row, Category: 'Hats' }],
    'The shop has no category "Hats". Choose one for it above, or let the import add it.',
  ],
  ['a size with bad characters', [{ ...row, Size: '<M>' }], 'A size has letters, digits and spaces only.'],
  ['a size that is called none', [{ ...row, Size: 'None' }], 'Please choose another name for this size.'],
  ['a wrong HSN code', [{ ...row, 'HSN code': '12' }], 'An HSN code has 4, 6 or 8 digits.'],
  [
    'a size on two lines',
    [
      { ...row, Size: 'M' },
      { Name: 'Bad row', Size: 'm' },
    ],
    'Line 3: Size M is on line 2 already.',
  ],
  [
    'a line without its size',
    [
      { ...row, Size: 'M' },
      { Name: 'Bad row', Stock: '4' },
    ],
    'Line 3: This product has stock by size. Each line needs its size.',
  ],
  [
    'two prices',
    [
      { ...row, Size: 'M' },
      { ...row, Size: 'L', Price: '600' },
    ],
    'The lines of this product have different values of "Price".',
  ],
  [
    'an HTML description that is too long',
    [{ ...row, Description: '', 'Description (HTML)': `${'<b></b>'.repeat(15_000)}x` }],
    'A description in HTML can have 1,00,000 characters.',
  ],
  ['too many lines', Array.from({ length: 2_501 }, (_, index) => ({ ...row, Size: String(index) })), 'A product can have 2,500 lines.'],
  ['neither handle nor name nor SKU', [{ ...row, Name: '' }], 'This line has no handle, no name and no SKU.'],
])('a product with %s is refused with its line', async (_what, rows, text) => {
  const checked = await check(buildCsv(rows))
  expect(await readItems(checked._id)).toMatchObject([{ line: 2, outcome: 'error', error: text }])
  const reply = await start(checked._id, checked.version)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'import_nothing'])
})

test('what the file does not publish becomes a draft, and an option that the shop does not know is the size', async () => {
  const shopify = { 'Body (HTML)': 'x', Type: 'TEE', 'Variant Price': '5' }
  const checked = await check(
    buildCsv([
      { ...shopify, Handle: 'd-draft', Title: 'Drafted', Status: 'draft' },
      { ...shopify, Handle: 'd-length', Title: 'Saree', 'Option1 Name': 'Length', 'Option1 Value': '5 m' },
      { Handle: 'd-length', 'Option1 Value': '6 m' },
    ]),
  )
  const items = await readItems(checked._id)
  expect(items.map(({ name, outcome, preview }) => [name, outcome, preview?.status, preview?.sizes.map(({ size }) => size)])).toEqual([
    ['Drafted', 'new', 'draft', ['Free size']],
    ['Saree', 'new', 'draft', ['5 m', '6 m']],
  ])
  await run(checked)
  const { products } = (await request('GET', '/products/admin?status=draft&q=Drafted', { cookies })).json()
  expect([products.length, await find('Drafted')]).toEqual([1, []])
})

test('reading a CSV file: byte order mark, semicolons, line ends and quoted line breaks', async () => {
  const lines = ['\uFEFFName;Description;Category;Price;Stock', 'Semi;"First;\r\n""second"" line";TEE;"1,299";3', '', 'Colon;x;TEE;5;-3']
  const checked = await check(lines.join('\r\n'))
  const items = await readItems(checked._id)
  expect(items.map(({ line, name, error, warnings }) => [line, name, error, warnings])).toEqual([
    [2, 'Semi', null, []],
    [5, 'Colon', null, ['The stock was -3, and is 0.']],
  ])
  await run(checked)
  expect((await find('Semi'))[0]).toMatchObject({ description: 'First;\n"second" line', price: 1299, stock: 3 })
})

test.each([
  ['a picture', png, 'This is not a CSV or Excel file. Save the table as CSV (UTF-8) and upload it again.'],
  ['a line of names only', Buffer.from('Name,Price\n'), /^This file has no products/],
  ['a quotation mark that never ends', Buffer.from('Name,Price\nA,1\n"B x,2\nC,3\n'), /^Line 3 has a quotation mark in the wrong place/],
  ['too many columns', Buffer.from(`${'a,'.repeat(500)}b\n1`), 'A CSV file can have 500 columns.'],
  ['nothing', Buffer.alloc(0), 'Please select a file.'],
])('a file with %s is refused at once', async (_what, bytes, text) => {
  const reply = await upload(bytes)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields.file).toMatch(text)
})

test.each(['Name', 'Handle,Title'])('columns called like properties of every object beside %s are unknown columns', async (known) => {
  const columns = [...known.split(','), '__proto__', 'constructor', 'hasOwnProperty', 'toString']
  const checked = await check(`${columns.join(',')}\n${columns.map(() => 'x').join(',')}`)
  expect(checked.columns.map(({ field }) => field).slice(-4)).toEqual([null, null, null, null])
})

test('without a column that names the products nothing is imported; columns can be chosen', async () => {
  const checked = await check('What,Cost\nChosen tee,300')
  expect(checked).toMatchObject({ error: 'No column has the handle, the name or the SKU of the products. Choose one of them.' })
  const choose = (columns: (string | null)[], version: number) => change(checked._id, { version, columns, categories: [] })
  expect((await choose(['name', 'name'], checked.version)).statusCode).toBe(200)
  await work()
  expect((await read(checked._id)).error).toBe('Two columns are "Name". Choose one of them.')
  expect((await choose(['name', 'price'], checked.version)).statusCode).toBe(409)
  await choose(['name', 'price'], checked.version + 1)
  await work()
  expect((await readItems(checked._id))[0]).toMatchObject({ error: null, preview: { category: 'Other', price: 300 } })
})

test('pictures are loaded from URLs in their order; one that fails is reported and the product is kept', async () => {
  const pictures = ['https://cdn.example/front.png', 'http://cdn.example/back.png', 'detail.png']
  const csv = buildShopifyCsv({ count: 2, prefix: 'p-', pictures: () => pictures })
    .replaceAll('Kurta', 'TEE')
    .replaceAll('Shirt', 'TEE')
  const done = await importFile(csv)
  expect(done).toMatchObject({ saved: 2, pictures: { waiting: 0, added: 2, failed: 0 } })
  expect(fetched).toEqual(['https://cdn.example/front.png', 'https://cdn.example/front.png'])
  const [item] = await readItems(done._id)
  expect(item?.warnings).toEqual([
    'The picture http://cdn.example/back.png cannot be loaded: its address must begin with https://.',
    'The picture "detail.png" is not in an uploaded zip file.',
  ])
  const product = (await request('GET', `/products/${item?.product}`)).json()
  expect(product.pictures).toMatchObject([{ image: product.image, alt: 'View 1' }])
  expect(product.image).toMatch(/^\/images\/tee-p-1-/)
  // The same file again adds no picture again.
  expect((await check(csv)).outcomes).toEqual({ new: 0, changed: 0, unchanged: 2, error: 0 })
})

test('failed pictures are loaded again on request, and those that were added are not', async () => {
  const Pictures = 'https://cdn.example/good.png|https://cdn.example/away.png'
  const checked = await check(buildCsv([{ ...row, Name: 'Tried again', Pictures }]))
  await start(checked._id, checked.version)
  await work({
    fetchPicture: async (url) => {
      if (url.includes('away')) throw new PictureError('It took too long to load.')
      return png
    },
  })
  const failed = await read(checked._id)
  expect(failed).toMatchObject({ state: 'done', pictures: { waiting: 0, added: 1, failed: 1 } })
  expect((await readItems(checked._id))[0]?.warnings).toHaveLength(1)
  const retry = (version: number) => request('POST', `/products/imports/${checked._id}/pictures/retry`, { cookies, body: { version } })
  expect((await retry(failed.version - 1)).statusCode).toBe(409)
  const reply = await retry(failed.version)
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { state: 'running', pictures: { waiting: 1, failed: 0 } }])
  const loaded: string[] = []
  await work({
    fetchPicture: async (url) => {
      loaded.push(url)
      return createTestImage({ width: 40, height: 50, edge: '#224466' }).png().toBuffer()
    },
  })
  expect(loaded).toEqual(['https://cdn.example/away.png'])
  const done = await read(checked._id)
  expect(done).toMatchObject({ state: 'done', saved: 1, pictures: { waiting: 0, added: 2, failed: 0 } })
  const [item] = await readItems(checked._id)
  expect(item?.warnings).toEqual([])
  expect((await request('GET', `/products/${item?.product}`)).json().pictures).toHaveLength(2)
  expect((await retry(done.version)).json().code).toBe('import_nothing')
})

test('the pictures of a Shopify file are in the order of their positions', async () => {
  const line = (position: number, first: object = {}) => ({
    Handle: 'positions',
    'Image Src': `https://cdn.example/${position}.png`,
    'Image Position': position,
    'Image Alt Text': `View ${position}`,
    ...first,
  })
  const first = { Title: 'Positions', 'Body (HTML)': 'x', Type: 'TEE', 'Variant Price': '5', 'Variant Inventory Qty': 1 }
  const checked = await check(buildCsv([line(3, first), line(1), line(2)]))
  await start(checked._id, checked.version)
  await work({
    fetchPicture: async (url) => {
      const edge = `#1133${url.match(/\d/)}0`
      return createTestImage({ width: 40, height: 50, edge }).png().toBuffer()
    },
  })
  const [item] = await readItems(checked._id)
  const { pictures } = (await request('GET', `/products/${item?.product}`)).json()
  expect(pictures.map(({ alt, backdrop }: { alt: string; backdrop: string }) => [alt, backdrop])).toEqual([
    ['View 1', '#113310'],
    ['View 2', '#113320'],
    ['View 3', '#113330'],
  ])
})

test('the same image at two addresses is added once', async () => {
  const Pictures = 'https://cdn.example/one.png|https://cdn.example/same.png'
  const done = await importFile(buildCsv([{ ...row, Name: 'One image', Pictures }]))
  expect(done.pictures).toEqual({ waiting: 0, added: 2, failed: 0 })
  const [product] = await find('One image')
  expect((await request('GET', `/products/${product?._id}`)).json().pictures).toHaveLength(1)
})

test('a product keeps its handle when a file finds it by its SKU', async () => {
  const named = { ...row, Name: 'Named once', Size: 'M', SKU: 'NAMED M' }
  await importFile(buildCsv([{ ...named, Handle: 'named-once' }]))
  const done = await importFile(buildCsv([{ ...named, Handle: 'named-twice', Price: '600' }]))
  const [item] = await readItems(done._id)
  expect(item).toMatchObject({ outcome: 'changed', changes: [{ field: 'Price', before: '₹500', after: '₹600' }] })
  const { handle } = await database
    .selectFrom('products')
    .select('handle')
    .where('id', '=', item?.product ?? '')
    .executeTakeFirstOrThrow()
  expect(handle).toBe('named-once')
})

test('the pieces for the tax are imported and exported', async () => {
  const pack = { Handle: '', Name: 'Pyjama sets', Description: 'Soft.', Category: 'TEE', Price: '4000', Stock: '2' }
  await importFile(buildCsv([{ ...pack, 'Items in a pack': '4', 'Pieces for the tax': '2' }]))
  const { products } = (await request('GET', '/products/admin?q=Pyjama', { cookies })).json()
  expect(products[0].details).toMatchObject({ itemsInPack: 4, taxPieces: 2 })
  const exported = (await request('GET', '/products/export', { cookies })).body
  const [head = '', ...lines] = exported.replace('\uFEFF', '').trim().split('\r\n')
  const column = head.split(',').indexOf('Pieces for the tax')
  expect(lines.find((line) => line.includes('Pyjama sets'))?.split(',')[column]).toBe('2')
  const refused = await check(buildCsv([{ ...pack, Name: 'Other sets', 'Pieces for the tax': 'two' }]))
  expect(await readItems(refused._id)).toMatchObject([{ error: 'Pieces for the tax must be a whole number, such as 2.' }])
})

test('a new product has the HSN code of its category unless the file has one', async () => {
  await database.updateTable('categories').set({ hsn_code: '620520' }).where('key', '=', 'HOODIE').execute()
  const hoodie = { ...row, Category: 'HOODIE', Fabric: 'Fleece' }
  const done = await importFile(
    buildCsv([
      { ...hoodie, Name: 'Default code' },
      { ...hoodie, Name: 'Own code', 'HSN code': '6110' },
    ]),
  )
  const details = await Promise.all(
    (await readItems(done._id)).map(async ({ product }) => (await request('GET', `/products/${product}`)).json().details),
  )
  expect(details).toEqual([
    { fabric: 'Fleece', hsnCode: '620520' },
    { fabric: 'Fleece', hsnCode: '6110' },
  ])
})

test("the file of the demo's products is read as it is", async () => {
  for (const [index, { key, name }] of demoCategories.entries())
    await database
      .insertInto('categories')
      .values({ key, name, words: '', position: 10 + index })
      .execute()
  const checked = await check(await readFile(new URL('../../../demo/products/products.csv', import.meta.url)))
  expect(checked.outcomes).toEqual({ new: demoProducts.length, changed: 0, unchanged: 0, error: 0 })
  await run(checked)
  const { rows } = await sql<{ name: string; price: number; stock: number; details: object }>`
    select name, price_paise::int as price, stock, details from products where handle = any(${demoProducts.map(({ slug }) => slug)}::text[])
  `.execute(database)
  const sum = (stock: number | object) => (typeof stock === 'number' ? stock : Object.values(stock).reduce((all, count) => all + count, 0))
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
  expect(rows.toSorted(byName)).toEqual(
    demoProducts.map(({ name, pricePaise, stock, details }) => ({ name, price: pricePaise, stock: sum(stock), details })).toSorted(byName),
  )
})

test('an exported file with a further column is still one of this shop', async () => {
  await importFile(buildCsv([{ ...row, Handle: 'washed', Name: 'Washed', Care: 'Wash cold; dry flat' }]))
  const exported = (await request('GET', '/products/export', { cookies })).body
  const [head, ...lines] = exported.trimEnd().split('\r\n')
  const checked = await check([`${head},"Notes"`, ...lines.map((line) => `${line},"check; twice"`)].join('\r\n'))
  expect(checked.outcomes).toMatchObject({ new: 0, changed: 0, error: 0 })
})
