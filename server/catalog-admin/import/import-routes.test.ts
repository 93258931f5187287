import { expect, test, vi } from 'vitest'
import type { ImportDetail } from '#contract/catalog-admin/product-import.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildCsv, buildShopifyCsv } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { PictureError } from './run/add-pictures.ts'

const { request, database, cookies, work, read, readItems, start, check, run, importFile, change, find } = await setUpImports()

const row = { Handle: '', Name: 'Bad row', Description: 'x', Category: 'TEE', Price: '500', Stock: '1' }

test('a Shopify file of 40 kurtas and shirts becomes products with stock by size, and a second time changes nothing', async () => {
  const csv = buildShopifyCsv({ count: 40, prefix: 'a-' })
  const checked = await check(csv)
  expect(checked).toMatchObject({ format: 'shopify', source: 'shopify', state: 'checked', rows: 160, outcomes: { new: 40, error: 0 } })
  expect(checked.categories).toEqual([
    { value: 'Kurta', category: 'KURTA', isNew: true, name: 'Kurta', products: 20 },
    { value: 'Shirt', category: 'SHIRT', isNew: true, name: 'Shirt', products: 20 },
  ])
  const categories = [
    { value: 'Kurta', category: null, isNew: true },
    { value: 'Shirt', category: 'TEE', isNew: false },
  ]
  expect(
    (await change(checked._id, { version: checked.version, columns: checked.columns.map(({ field }) => field), categories })).statusCode,
  ).toBe(200)
  await work()
  const ready = await read(checked._id)
  expect(ready.outcomes).toEqual({ new: 40, changed: 0, unchanged: 0, error: 0 })
  expect(await find('kurta a-1')).toEqual([])

  const done = await run(ready)
  expect(done).toMatchObject({ state: 'done', saved: 40, pictures: { waiting: 0, added: 0, failed: 0 }, finishedAt: expect.any(String) })
  const kurta = (await readItems(done._id)).find(({ name }) => name === 'Kurta a-3')?.product
  expect((await request('GET', `/products/${kurta}`)).json()).toMatchObject({
    price: 1299,
    mrp: 1599,
    category: 'KURTA',
    stock: 2 + 3 + 4 + 5,
    details: { weightGrams: 250 },
    description: 'Hand-woven cotton.\n\n• Side slits',
    sizeStock: [
      { size: 'S', stock: 2 },
      { size: 'M', stock: 3 },
      { size: 'L', stock: 4 },
      { size: 'XL', stock: 5 },
    ],
  })
  const tagged = (await request('GET', '/products/getAll?page=1&q=kurta+a+summer')).json()
  expect(tagged.total).toBe(20)
  const { movements, sizes } = (await request('GET', `/products/${kurta}/stock`, { cookies })).json()
  expect(sizes[0]).toEqual({ size: 'S', stock: 2, sku: 'a-kurta-3 S', barcode: '8901234500020', shelf: '' })
  expect(movements[0]).toMatchObject({ cause: 'opening', note: 'Import of picture.bin', actor: expect.any(String) })

  // The category that was added is known now, and the choice is remembered.
  const again = await check(csv)
  expect(again.categories).toEqual([{ value: 'Shirt', category: 'TEE', isNew: false, products: 20 }])
  expect(again.outcomes).toEqual({ new: 0, changed: 0, unchanged: 40, error: 0 })
})

test('the shelves of sizes are imported and exported, and an empty cell changes none', async () => {
  const { id, name } = await createTestProduct({ database, sizes: { M: 2, L: 3 } })
  const lines = (shelf: string) => buildCsv([{ Handle: id, Size: 'M', Shelf: shelf }])
  const checked = await check(lines('A-12'))
  await run(checked)
  expect((await check(lines(''))).outcomes.unchanged).toBe(1)
  const file = (await request('GET', '/products/export', { cookies })).body.split('\r\n')
  const readLast = (line: string | undefined) => line?.split(',').at(-1)
  expect([readLast(file[0]), readLast(file.find((line) => line.includes(name)))]).toEqual(['Shelf', 'A-12'])
})

test('lines name products by SKU, and only what they have is changed', async () => {
  const { id, name } = await createTestProduct({ database, sizes: { M: 2, L: 3 } })
  await database.updateTable('product_sizes').set({ sku: 'SKU-ONLY-M' }).where('product_id', '=', id).where('size', '=', 'M').execute()
  const checked = await check(
    buildCsv([
      { SKU: 'SKU-ONLY-M', Stock: 9 },
      { SKU: 'NOBODYS', Stock: 1 },
    ]),
  )
  expect((await readItems(checked._id)).map(({ error, changes }) => error ?? changes)).toEqual([
    'No product has the SKU NOBODYS. Add the name to make a new product.',
    [{ field: 'Stock of M', before: '2', after: '9' }],
  ])
  // Sold between the check and the import: the difference counts.
  await database.updateTable('product_sizes').set({ stock: 1 }).where('product_id', '=', id).where('size', '=', 'M').execute()
  expect((await run(checked)).saved).toBe(1)
  expect((await find(name))[0]).toMatchObject({
    stock: 11,
    sizeStock: [
      { size: 'M', stock: 8 },
      { size: 'L', stock: 3 },
    ],
  })
})

test('a product that was changed after the check is not overwritten', async () => {
  const product = await createTestProduct({ database, stock: 5 })
  const checked = await check(buildCsv([{ Handle: product.id, Name: 'From the file', Stock: 7 }]))
  await database.updateTable('products').set({ name: 'By somebody else', version: 2 }).where('id', '=', product.id).execute()
  const done = await run(checked)
  expect([done.state, done.saved, done.outcomes.error]).toEqual(['done', 0, 1])
  expect((await readItems(done._id))[0]?.error).toBe('Someone else has changed this product. Please review it and try again.')
  expect((await find('By somebody else'))[0]).toMatchObject({ name: 'By somebody else', stock: 5 })
})

test('during a sale the price of a file is the regular price: it cannot change, and the sale price stays', async () => {
  const { id } = await createTestProduct({ database, name: 'In a sale', price: 799 })
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  await request('POST', `/products/${id}/sale`, { cookies, body: { price: '500', endsAt } })
  const refused = await check(buildCsv([{ Handle: id, Price: '500' }]))
  expect((await readItems(refused._id))[0]?.error).toBe('A sale sets the price at the moment. End the sale to change the price.')
  const checked = await check(buildCsv([{ Handle: id, Price: '799', Description: 'From the file' }]))
  expect((await readItems(checked._id))[0]?.changes).toEqual([{ field: 'Description', before: 'Made for a test.', after: 'From the file' }])
  expect((await run(checked)).saved).toBe(1)
  expect((await find('In a sale'))[0]).toMatchObject({ description: 'From the file', price: 500, regularPrice: 799 })
  await request('DELETE', `/products/${id}/sale`, { cookies })
  expect((await find('In a sale'))[0]?.price).toBe(799)
})

test('a SKU belongs to one product of the shop and of the file', async () => {
  const { id } = await createTestProduct({ database, sizes: { M: 1 } })
  await database.updateTable('product_sizes').set({ sku: 'TAKEN-1' }).where('product_id', '=', id).execute()
  const other = await createTestProduct({ database, sizes: { M: 1 } })
  const checked = await check(
    buildCsv([
      { Handle: other.id, Size: 'M', SKU: 'TAKEN-1' },
      { ...row, Name: 'First of two', Size: 'M', SKU: 'TWICE-1' },
      { ...row, Name: 'Second of two', Size: 'M', SKU: 'TWICE-1' },
    ]),
  )
  expect((await readItems(checked._id)).map(({ line, error }) => [line, error])).toEqual([
    [2, 'SKU TAKEN-1 belongs to another product.'],
    [4, 'SKU TWICE-1 is on line 3 for another product.'],
    [3, null],
  ])
})

test('a product that cannot be saved does not stop the others', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({ ...row, Name: `Kept ${index}`, Size: 'M', SKU: `KEPT-${index}` }))
  const checked = await check(buildCsv(rows))
  // Other products take two of the SKUs after the check.
  for (const sku of ['KEPT-7', 'KEPT-101']) {
    const { id } = await createTestProduct({ database, sizes: { M: 1 } })
    await database.updateTable('product_sizes').set({ sku }).where('product_id', '=', id).execute()
  }
  const done = await run(checked)
  expect([done.state, done.saved]).toEqual(['done', 118])
  expect((await readItems(done._id, '?outcome=error')).map(({ line, error }) => [line, error])).toEqual([
    [9, 'One of these SKUs belongs to another product.'],
    [103, 'One of these SKUs belongs to another product.'],
  ])
})

test('an import that was interrupted is continued and adds nothing twice', async () => {
  const rows = Array.from({ length: 220 }, (_, index) => ({ ...row, Name: `Resumed ${index}` }))
  const checked = await check(buildCsv(rows))
  await start(checked._id, checked.version)
  const stopping = new AbortController()
  await work({ signal: stopping.signal, onProgress: () => stopping.abort() })
  expect(await read(checked._id)).toMatchObject({ state: 'running', saved: 100 })
  // Two servers at the same time.
  await Promise.all([work(), work()])
  expect(await read(checked._id)).toMatchObject({ state: 'done', saved: 220 })
  const { count } = await database
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('name', 'like', 'Resumed %')
    .executeTakeFirstOrThrow()
  expect(count).toBe(220)
})

test('a repeated start runs the import once, and another version is refused', async () => {
  const checked = await check(buildCsv([{ ...row, Name: 'Started twice' }]))
  expect((await start(checked._id, checked.version + 5)).statusCode).toBe(409)
  const replies = await Promise.all([start(checked._id, checked.version), start(checked._id, checked.version)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, expect.toBeOneOf([200, 409])])
  await work()
  expect((await start(checked._id, checked.version)).statusCode).toBe(409)
  expect(await find('Started twice')).toHaveLength(1)
})

test('an import that is stopped saves nothing more', async () => {
  const checked = await check(buildCsv([{ ...row, Name: 'Never added' }]))
  await start(checked._id, checked.version)
  expect((await request('POST', `/products/imports/${checked._id}/stop`, { cookies })).json().state).toBe('stopped')
  await work()
  expect(await find('Never added')).toEqual([])
})

/** Stops an import and has it checked again, as the screen does. */
async function checkAgain(id: string) {
  const { version, columns } = (await request('POST', `/products/imports/${id}/stop`, { cookies })).json<ImportDetail>()
  const reply = await change(id, { version, columns: columns.map(({ field }) => field) })
  expect([reply.statusCode, reply.json().state]).toEqual([200, 'checking'])
  await work()
  return read(id)
}

test('a stopped import is checked again and imports the rest', async () => {
  const rows = Array.from({ length: 105 }, (_, index) => ({ ...row, Name: `Rest ${index}` }))
  const checked = await check(buildCsv(rows))
  await start(checked._id, checked.version)
  const stopping = new AbortController()
  await work({ signal: stopping.signal, onProgress: () => stopping.abort() })
  const again = await checkAgain(checked._id)
  expect(again).toMatchObject({ state: 'checked', saved: 0, outcomes: { new: 5, changed: 0, unchanged: 100 } })
  expect(await run(again)).toMatchObject({ state: 'done', saved: 5 })
  expect(await find('Rest')).toHaveLength(7)
})

test('the former run of an import that was stopped and started again changes nothing', async () => {
  const Pictures = 'https://cdn.example/1.png|https://cdn.example/2.png'
  const checked = await check(buildCsv([{ ...row, Name: 'Run twice', Pictures }]))
  await start(checked._id, checked.version)
  const { promise: isLoading, resolve: load } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const fetchPicture = vi.fn(async () => {
    load()
    await isReleased
    throw new PictureError('No longer there.')
  })
  const formerRun = work({ fetchPicture })
  await isLoading
  const again = await checkAgain(checked._id)
  await start(checked._id, again.version)
  release()
  await formerRun
  expect(fetchPicture).toHaveBeenCalledOnce()
  expect(await read(checked._id)).toMatchObject({ state: 'running', pictures: { waiting: 2, failed: 0 } })
  await work()
  expect(await read(checked._id)).toMatchObject({ state: 'done', pictures: { added: 2 } })
})

test('a product in several colours becomes one product for each colour, which belong together', async () => {
  const option = (colour: string, size: string, first: object = {}) => ({
    Handle: 'c-shirt',
    'Option1 Value': size,
    'Option2 Value': colour,
    'Variant Inventory Qty': '2',
    'Variant Price': '900',
    ...first,
  })
  const first = { Title: 'C shirt', 'Body (HTML)': 'Plain.', Type: 'TEE', 'Option1 Name': 'Size', 'Option2 Name': 'Color' }
  const done = await importFile(buildCsv([option('Red', 'M', first), option('Blue', 'M'), option('Blue', 'L')]))
  const [red, blue] = await readItems(done._id)
  expect([red?.name, blue?.name]).toEqual(['C shirt, Red', 'C shirt, Blue'])
  expect((await request('GET', `/products/${blue?.product}`)).json()).toMatchObject({
    sizes: ['M', 'L'],
    stock: 4,
    details: { colour: 'Blue', style: 'c-shirt' },
    colours: [{ colour: 'Red' }, { colour: 'Blue' }],
  })
})

test('the export imports again without a change, formulas included', async () => {
  const formula = '=HYPERLINK("https://evil.example")'
  await importFile(
    buildCsv([
      {
        ...row,
        Name: `'${formula}`,
        Size: 'M',
        Stock: '3',
        SKU: 'EXPORT-M',
        Fabric: '＝cotton',
        Gender: 'Female',
        'Age group': 'Kids',
        'Words for search': 'kurti, tunic',
        Description: 'Two\nlines',
        'Picture texts': 'Front',
      },
    ]),
  )
  const reply = await request('GET', '/products/export', { cookies })
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/),
  })
  expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const line = reply.body.split('\r\n').find((each) => each.includes('EXPORT-M')) ?? ''
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(line).toContain(`,'＝cotton,`)
  expect(line).toContain(',female,kids,')
  expect(line).toContain('"Two\nlines"')
  expect(line).toContain('"kurti, tunic"')
  const checked = await check(reply.body)
  const { outcomes } = checked
  expect([outcomes.new, outcomes.changed, outcomes.error, checked.columns.every(({ field }) => field !== null)]).toEqual([0, 0, 0, true])
  expect(outcomes.unchanged).toBeGreaterThan(100)
})
