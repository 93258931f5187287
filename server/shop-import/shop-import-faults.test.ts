import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shopImportTexts as texts } from '#contract/shop-import/shop-import-limits.ts'
import { changeSettings, type MovingShop, openMovingShop } from '#testing/moving-shop.ts'
import { signInShopper } from '#testing/shoppers.ts'
import { buildZip } from '#testing/zip-files.ts'
import { checkAndRunImports } from './run-import.ts'

const products = (rows: readonly string[], delimiter = ',') =>
  [
    [
      'Handle',
      'Title',
      'Product id',
      'Category key',
      'Plain description',
      'Variant Price',
      'Variant Inventory Qty',
      'Status',
      'Image key',
    ].join(delimiter),
    ...rows,
  ].join('\r\n')
const product = (name: string, price = '499', delimiter = ',') => [name, name, '', 'TEE', 'Soft.', price, '3', 'active', ''].join(delimiter)
const zip = (files: Record<string, string>) => buildZip(Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))

const listNames = async ({ database }: MovingShop) =>
  (await database.selectFrom('products').select('name').orderBy('name').execute()).map(({ name }) => name)

/** For what is refused before anything is changed. */
const shared = await openMovingShop()

test('a file that was packed and saved again by other programs is read', async () => {
  const shop = await openMovingShop()
  const csv = `\uFEFF${products([product('tee', '499', ';')], ';')}`
  const checked = await shop.uploadZip(
    zip({
      '__MACOSX/export/._products.csv': 'x',
      'export/.DS_Store': 'x',
      'export/products.csv': csv,
      'export/redirects.csv': 'From,To\r\n/old,/buy',
    }),
  )
  expect(checked.parts).toMatchObject([
    { part: 'products', rows: 1 },
    { part: 'redirects', rows: 1 },
  ])
  expect(await shop.takeOver(checked)).toMatchObject({ state: 'done', problemCount: 0 })
  expect(await listNames(shop)).toEqual(['tee'])
})

test('a line that is refused has its reason and does not stop the others', async () => {
  const shop = await openMovingShop()
  const checked = await shop.uploadZip(zip({ 'products.csv': products([product('one'), product('two', 'cheap'), product('three')]) }))
  const done = await shop.takeOver(checked)
  expect(done).toMatchObject({ state: 'done', problems: [{ file: 'products.csv', line: 3, name: 'two' }] })
  expect(done.parts).toMatchObject([{ new: 2, refused: 1 }])
  expect(await listNames(shop)).toEqual(['one', 'three'])
  const { body } = await shop.request('GET', `/shop-imports/${done._id}/problems`, { cookies: shop.cookies })
  expect(body).toContain('products.csv,3,two,Price must be a number')
})

test.each([
  ['no zip', Buffer.from('no zip file'), texts.notZip],
  ['another zip', zip({ 'photo.txt': 'x' }), texts.noExport],
  ['a newer export', zip({ 'products.csv': products([]), 'manifest.json': '{"version": 999}' }), texts.newer],
  ['a path out of the folder', zip({ 'products.csv': products([]), '../x.csv': 'x' }), texts.path],
  ['a password', buildZip([{ name: 'products.csv', bytes: Buffer.from('x'), flags: 1 }]), texts.password],
  [
    'a zip bomb',
    buildZip([
      { name: 'products.csv', bytes: Buffer.from('x') },
      { name: 'pictures/a.webp', bytes: Buffer.from('x'), isSameAsFirst: true },
    ]),
    texts.overlap,
  ],
  [
    'a missing column',
    zip({ 'products.csv': 'Handle,Title\r\na,b' }),
    texts.columns('products.csv', 'Product id, Category key, Plain description, Variant Price, Status, Image key'),
  ],
  [
    'another encoding',
    buildZip([
      { name: 'redirects.csv', bytes: Buffer.from([0x46, 0x72, 0x6f, 0x6d, 0x2c, 0x54, 0x6f, 0x0a, 0xe9, 0x2c, 0x62]) },
      { name: 'settings.json', bytes: Buffer.from('{}') },
    ]),
    texts.encoding('redirects.csv'),
  ],
])('%s is refused with a sentence, and nothing is changed', async (_name, file, error) => {
  const refused = await shared.uploadZip(file)
  expect(refused).toMatchObject({ state: 'failed', error })
  const run = await shared.request('POST', `/shop-imports/${refused._id}/run`, { cookies: shared.cookies, body: { choices: {} } })
  expect(run.json().code).toBe('shop_import_changed')
})

test('what an administrator has entered stays, unless the file is chosen', async () => {
  const shop = await openMovingShop()
  await changeSettings(shop, 'shop', { name: 'Mine' })
  const readName = async () => (await shop.request('GET', '/settings', { cookies: shop.cookies })).json().groups.shop.value.name
  const file = zip({ 'products.csv': products([]), 'settings.json': '{"shop": {"name": "Theirs"}}' })
  expect((await shop.takeOver(await shop.uploadZip(file))).parts).toMatchObject([{ part: 'settings', unchanged: 1, changed: 0 }])
  expect(await readName()).toBe('Mine')
  expect((await shop.takeOver(await shop.uploadZip(file), { settings: 'theirs' })).parts).toMatchObject([{ changed: 1 }])
  expect(await readName()).toBe('Theirs')
})

test('another server goes on where a killed one has stopped', async () => {
  const shop = await openMovingShop()
  const names = Array.from({ length: 120 }, (_, index) => `tee-${String(index).padStart(3, '0')}`)
  const { _id: id } = await shop.uploadZip(zip({ 'products.csv': products(names.map((name) => product(name))) }))
  await shop.post(`/shop-imports/${id}/run`, { choices: {} })
  const run = { ...shop, log: { error: () => {} }, signal: new AbortController().signal }
  let batches = 0
  await checkAndRunImports({
    ...run,
    onProgress: () => {
      batches += 1
      throw new Error('killed')
    },
  })
  // As a server that was killed leaves it.
  await sql`update shop_imports set state = 'running', error = null, claimed_at = now(), finished_at = null`.execute(shop.database)
  expect([batches, (await listNames(shop)).length]).toEqual([1, 50])
  await checkAndRunImports({ ...run, onProgress: () => {} })
  expect(await listNames(shop)).toHaveLength(50)
  await sql`update shop_imports set claimed_at = now() - interval '1 hour'`.execute(shop.database)
  await checkAndRunImports({ ...run, onProgress: () => {} })
  expect(await listNames(shop)).toEqual(names)
  expect((await shop.list())[0]).toMatchObject({ state: 'done', parts: [{ new: 120, unchanged: 0 }] })
})

test('parts come in their order and with their size', async () => {
  const shop = await openMovingShop()
  const { import: started } = await shop.post('/shop-imports', { fileName: 'a.zip', bytes: 10 })
  const send = async (part: number, length: number) =>
    (await shop.upload(`/shop-imports/${started._id}/parts/${part}`, { file: Buffer.alloc(length, 1) })).json().code
  expect([await send(2, 10), await send(1, 9), await send(1, 10), await send(1, 10)]).toEqual([
    'shop_import_part',
    'shop_import_part',
    undefined,
    'shop_import_part',
  ])
  expect((await shop.request('POST', '/shop-imports', { cookies: shop.cookies, body: { fileName: 'b.zip', bytes: 1 } })).json().code).toBe(
    'shop_import_open',
  )
})

test('only administrators with all its rights and their PIN run an import', async () => {
  const { request, database, cookies, uploadZip, takeOver } = await openMovingShop()
  const { _id: id } = await takeOver(await uploadZip(zip({ 'products.csv': products([product('tee')]) })))
  const { cookies: shopper } = await signInShopper({ request })
  const calls = [
    ['POST', '/shop-imports', { fileName: 'a.zip', bytes: 1 }],
    ['POST', `/shop-imports/${id}/run`, { choices: {} }],
    ['GET', `/shop-imports/${id}/problems`, undefined],
  ] as const
  await sql`update sessions set proven_at = now() - interval '1 day'`.execute(database)
  for (const [method, path, body] of calls) {
    expect((await request(method, path, { body })).statusCode).toBe(401)
    expect((await request(method, path, { cookies: shopper, body })).statusCode).toBe(403)
    expect((await request(method, path, { cookies, body })).json().code).toBe('reauthentication_required')
  }
})
