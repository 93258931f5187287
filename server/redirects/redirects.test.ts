import { describe, expect, test } from 'vitest'
import type { CallReply } from '#contract/contract.ts'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { redirectTexts } from '#contract/redirects/redirect-texts.ts'
import { captureQueries } from '#testing/count-queries.ts'
import { createTestProduct } from '#testing/factories.ts'
import { buildMultipartForm } from '#testing/pictures.ts'
import { startShop } from '#testing/start-shop.ts'
import { subscribe } from '../adapters/postgres-notifications.ts'
import { createSsr } from '../http/pages/ssr.ts'
import { parseSettings } from '../kernel/settings.ts'
import { addImportedRedirects } from './change-redirects.ts'
import { createRedirectCache, redirectsChannel } from './redirect-cache.ts'

const { app, request, database, connection, redirects, cookies } = await startShop({
  ssr: createSsr({ settings: parseSettings({}), development: false }),
})

const add = (from: string, to: string) => request('POST', '/redirects', { cookies, body: { from, to } })
const open = async (
  url: string,
  more: { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string>; remoteAddress?: string } = {},
) => {
  const { statusCode, headers } = await app.inject({ url, ...more })
  return [statusCode, headers.location]
}
const list = async (query = '') => (await request('GET', `/redirects${query}`, { cookies })).json<CallReply<'GET /redirects'>>()
const listMissing = async () =>
  (await request('GET', '/redirects/missing', { cookies })).json<CallReply<'GET /redirects/missing'>>().missing
const send = async (call: 'check' | 'import', csv: string | Buffer) => {
  const form = buildMultipartForm({ file: Buffer.from(csv as string) })
  return request('POST', `/redirects/${call}`, { cookies, ...form })
}

describe('an old address', () => {
  test('leads to its page at once, in any case and with a slash at its end, and keeps only the campaign', async () => {
    expect((await open('/products/blue-shirt'))[0]).toBe(404)
    const reply = await add('/products/Blue-Shirt', '/buy?category=TEE')
    expect([reply.statusCode, reply.json().redirect]).toMatchObject([
      201,
      { from: '/products/blue-shirt', to: '/buy?category=TEE', hits: 0 },
    ])
    for (const url of ['/products/blue-shirt', '/PRODUCTS/blue-shirt/', '/products/blue%2Dshirt?variant=42'])
      expect(await open(url)).toEqual([301, '/buy?category=TEE'])
    expect(await open('/products/blue-shirt?utm_source=insta&variant=1')).toEqual([301, '/buy?category=TEE&utm_source=insta'])
    expect(await open('/products/blue-shirt', { method: 'HEAD' })).toEqual([301, '/buy?category=TEE'])
    expect((await open('/products/blue-shirt', { method: 'POST' }))[0]).not.toBe(301)
  })

  test('that is a page of the shop is not redirected', async () => {
    const product = await createTestProduct({ database })
    const refused = await add('/term', '/buy')
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { from: redirectTexts.ownPage }])
    expect((await add(`/product/${product.id}`, '/buy')).statusCode).toBe(201)
    expect(await open('/term')).toEqual([200, undefined])
    expect(await open(`/product/${product.id}`)).toEqual([200, undefined])
    await database.updateTable('products').set({ status: 'deleted' }).where('id', '=', product.id).execute()
    expect(await open(`/product/${product.id}`)).toEqual([301, '/buy'])
  })

  test('of WooCommerce leads on, though products of the shop have the same path', async () => {
    await add('/product/linen-shirt', '/buy?category=SHIRT')
    expect(await open('/product/linen-shirt/')).toEqual([301, '/buy?category=SHIRT'])
  })

  test('is found without a query', async () => {
    await add('/pages/about', '/buy')
    const queries = await captureQueries(async () => {
      expect(redirects.find({ url: '/pages/about', client: 'a' })).toBe('/buy')
      expect(redirects.find({ url: '/pages/nowhere', client: 'a' })).toBeUndefined()
    })
    expect(queries).toEqual([])
  })

  test('is missing again when its redirect is deleted', async () => {
    const { _id } = (await add('/pages/gone', '/buy')).json().redirect
    expect((await open('/pages/gone'))[0]).toBe(301)
    expect((await request('DELETE', `/redirects/${_id}`, { cookies })).statusCode).toBe(200)
    expect((await open('/pages/gone'))[0]).toBe(404)
    expect((await request('DELETE', `/redirects/${_id}`, { cookies })).json().code).toBe('redirect_changed')
  })

  test('is counted in batches', async () => {
    const { _id } = (await add('/pages/counted', '/buy')).json().redirect
    for (let index = 0; index < 3; index += 1) await open('/pages/counted')
    const [before] = (await list('?q=counted')).redirects
    await redirects.flush()
    const [after] = (await list('?q=counted')).redirects
    expect([before?.hits, after?.hits, after?._id, after?.lastHitAt]).toEqual([0, 3, _id, expect.any(String)])
  })
})

describe('a redirect', () => {
  test('is never part of a chain', async () => {
    await add('/chain/b', '/chain/c')
    expect((await add('/chain/a', '/chain/B/')).json().redirect.to).toBe('/chain/c')
    await add('/chain/c', '/buy')
    expect(await open('/chain/a')).toEqual([301, '/buy'])
    expect(await open('/chain/b')).toEqual([301, '/buy'])
  })

  test.each([
    ['/x', '//evil.example', 'to', redirectTexts.noPath],
    ['/x', '/\\evil.example', 'to', redirectTexts.characters],
    ['/x', '/%0aevil', 'to', redirectTexts.characters],
    ['/x', 'https://evil.example', 'to', redirectTexts.noPath],
    ['/x', '/X/', 'to', redirectTexts.toItself],
    ['https://old.example/x', '/buy', 'from', redirectTexts.noPath],
    ['', '/buy', 'from', 'Old address is required.'],
    [`/${'x'.repeat(2_000)}`, '/buy', 'from', 'Old address is too long.'],
  ])('from %j to %j is refused', async (from, to, field, text) => {
    const reply = await add(from, to)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { [field]: text }])
  })

  test('of the same address is added once, and a loop is refused', async () => {
    const replies = await Promise.all([add('/loop/a', '/loop/b'), add('/loop/b', '/loop/a'), add('/loop/a', '/buy')])
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status === 201).length).toBeLessThan(3)
    const found = (await list('?q=loop')).redirects
    for (const { to } of found) expect(found.map(({ from }) => from)).not.toContain(to)
  })

  test('is changed by the one who has seen its version', async () => {
    const { _id, version } = (await add('/edit/a', '/buy')).json().redirect
    const edit = (body: object) => request('PATCH', `/redirects/${_id}`, { cookies, body })
    const changed = await edit({ version, from: '/edit/a', to: '/contact' })
    expect(changed.json().redirect).toMatchObject({ _id, to: '/contact', version: version + 1 })
    expect((await edit({ version, from: '/edit/a', to: '/buy' })).json().code).toBe('redirect_changed')
    await add('/edit/b', '/buy')
    expect((await edit({ version: version + 1, from: '/edit/b', to: '/buy' })).json().code).toBe('redirect_exists')
    const moved = await edit({ version: version + 1, from: '/edit/c', to: '/contact' })
    expect([moved.statusCode, await open('/edit/c'), (await open('/edit/a'))[0]]).toEqual([200, [301, '/contact'], 404])
  })

  test('is found by a part of its addresses, on pages', async () => {
    for (let index = 0; index < redirectLimits.perPage + 1; index += 1) await add(`/paged/${index}_%25`, '/buy?category=PAGED')
    const first = await list('?q=PAGED')
    expect([first.total, first.totalPages, first.redirects.length]).toEqual([31, 2, 30])
    expect((await list('?q=paged&page=2')).redirects).toHaveLength(1)
    expect((await list(`?q=${encodeURIComponent('/paged/1_')}`)).total).toBe(1)
  })
})

describe('a file of redirects', () => {
  test('is checked without a change, then imported, and the same again changes nothing', async () => {
    const csv = [
      'Redirect from,Redirect to',
      '/file/a,/buy',
      '/file/b,/FILE/a/',
      '/file/c,//evil.example',
      '/FILE/A,/contact',
      '=cmd(),/buy',
      ',/buy',
      '"/file/d',
      'x",/buy',
      '',
    ].join('\n')
    const checked = (await send('check', csv)).json()
    expect(checked.counts).toEqual({ new: 2, changed: 0, unchanged: 0, refused: 5 })
    expect(checked.lines).toEqual([
      expect.objectContaining({ line: 4, outcome: 'refused', reason: redirectTexts.noPath }),
      expect.objectContaining({ line: 5, reason: redirectTexts.twice(2) }),
      expect.objectContaining({ line: 6, reason: redirectTexts.noPath }),
      expect.objectContaining({ line: 7, reason: redirectTexts.missing('The old address') }),
      expect.objectContaining({ line: 8, reason: redirectTexts.characters }),
      { line: 2, from: '/file/a', to: '/buy', outcome: 'new', reason: null },
      { line: 3, from: '/file/b', to: '/buy', outcome: 'new', reason: null },
    ])
    expect((await open('/file/a'))[0]).toBe(404)
    expect((await send('import', csv)).json().counts).toEqual(checked.counts)
    expect(await open('/file/b')).toEqual([301, '/buy'])
    expect((await send('import', csv)).json().counts).toEqual({ new: 0, changed: 0, unchanged: 2, refused: 5 })
    expect((await send('import', 'To;From\n/contact;/file/b')).json().counts).toMatchObject({ changed: 1 })
    expect(await open('/file/b')).toEqual([301, '/contact'])
  })

  test('whose last line is cut off is imported without it', async () => {
    const csv = 'From,To,Hits\n/cut/a,/buy,1\n/cut/b,/bu'
    expect((await send('check', csv)).json()).toMatchObject({
      counts: { new: 1, refused: 1 },
      lines: [{ line: 3, reason: expect.stringContaining('is cut off') }, { line: 2 }],
    })
  })

  test('with a title, pipes and a line that cannot be read is imported without that line', async () => {
    const lines = ['Old addresses', 'From|To|Hits', ...Array.from({ length: 60 }, (_, index) => `/pipe/é${index}|/buy|1`)]
    const csv = Buffer.from(`${lines.join('\n')}\n`)
    csv[csv.indexOf('é7')] = 0xff
    expect((await send('check', csv)).json()).toMatchObject({
      counts: { new: 59, refused: 1 },
      lines: expect.arrayContaining([
        expect.objectContaining({ line: 10, reason: 'This line has characters that cannot be read. Save the file as CSV (UTF-8) again.' }),
      ]),
    })
  })

  test('is imported again from an export, which has no formulas', async () => {
    await add('/=cmd()', '/buy')
    await add('/100%25-cotton%3f', '/100%25-linen')
    const file = await request('GET', '/redirects/export', { cookies })
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="redirects-/)
    expect(file.body).toContain('\r\n/100%25-cotton%3F,/100%25-linen,0\r\n')
    // Every cell begins with a slash or a digit.
    expect(file.body).not.toMatch(/(^|,)"?[=+@-]/m)
    const { total } = await list()
    expect((await send('check', file.rawPayload)).json().counts).toEqual({ new: 0, changed: 0, unchanged: total, refused: 0 })
  })

  test.each([
    ['a,b\n/x,/buy', redirectTexts.columns],
    ['From,To\n', redirectTexts.noLines],
    [Buffer.from([0, 1, 2]), 'This is not a CSV or Excel file. Save the table as CSV (UTF-8) and upload it again.'],
  ])('%j is refused', async (csv, text) => {
    const reply = await send('check', csv)
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { file: text }])
  })
})

test('another process has a change soon after its notification', async () => {
  const other = createRedirectCache({ database })
  const connected = Promise.withResolvers<void>()
  const subscription = subscribe({
    connection,
    channels: [redirectsChannel],
    onNotification: other.requestLoad,
    onConnected: connected.resolve,
    onDisconnected: () => {},
  })
  await connected.promise
  await add('/pages/elsewhere', '/buy')
  await expect.poll(() => other.find({ url: '/pages/elsewhere', client: 'a' })).toBe('/buy')
  await subscription.close()
  await other.close()
})

test('an import of products adds its old addresses and keeps those of administrators', async () => {
  await add('/products/kept', '/contact')
  const imported = [
    { from: '/products/New-Shirt', to: '/product/1/new-shirt' },
    { from: '/collections/summer', to: '/collection/summer' },
    { from: '/products/kept', to: '/product/2/kept' },
    { from: '/product/new-shirt', to: '/products/new-shirt' },
    { from: '//evil.example', to: '/buy' },
  ]
  const run = () => database.transaction().execute((transaction) => addImportedRedirects({ transaction, redirects: imported }))
  expect(await run()).toEqual({ added: 3, kept: 1, refused: 1 })
  expect(await run()).toEqual({ added: 0, kept: 4, refused: 1 })
  await redirects.load()
  expect(await open('/products/new-shirt')).toEqual([301, '/product/1/new-shirt'])
  expect(await open('/product/new-shirt')).toEqual([301, '/product/1/new-shirt'])
  expect(await open('/products/kept')).toEqual([301, '/contact'])
})

describe('missing addresses', () => {
  test('are counted once for each visitor and batch, without their query, until they are redirected', async () => {
    for (let index = 0; index < 3; index += 1) await open('/pages/size-chart?email=asha@example.com', { remoteAddress: `10.0.0.${index}` })
    await open('/Pages/Size-Chart/', { remoteAddress: '10.0.0.1' })
    await open('/pages/rare')
    await open('/wp-login.php')
    await open('/.env')
    expect(await listMissing()).not.toContainEqual(expect.objectContaining({ path: '/pages/size-chart' }))
    await redirects.flush()
    const missing = await listMissing()
    expect(missing[0]).toMatchObject({ path: '/pages/size-chart', requests: 3 })
    expect(missing.map(({ path }) => path)).toContain('/pages/rare')
    expect(missing.map(({ path }) => path)).not.toContain('/wp-login.php')
    await add('/pages/size-chart', '/size-guide')
    await request('POST', '/redirects/missing/dismiss', { cookies, body: { _id: '/pages/rare' } })
    expect((await listMissing()).map(({ path }) => path)).not.toContain('/pages/size-chart')
    expect((await listMissing()).map(({ path }) => path)).not.toContain('/pages/rare')
  })

  test('of an attacker push out no frequent ones, and fill neither memory nor the table', async () => {
    const count = (url: string, client: string) => redirects.find({ url, client })
    for (const client of ['a', 'b', 'c']) count('/pages/frequent', client)
    await redirects.flush()
    for (let batch = 0; batch < 3; batch += 1) {
      for (let index = 0; index < 5_000; index += 1) count(`/random/${batch}/${index}`, `client ${index}`)
      await redirects.flush()
    }
    for (let index = 0; index < 100; index += 1) count(`/one-client/${index}`, 'one')
    count(`/${'x'.repeat(200)}`, 'long')
    await redirects.flush()
    const rows = await database.selectFrom('missing_paths').select('path').execute()
    expect(rows).toHaveLength(redirectLimits.missingRows)
    expect((await listMissing())[0]).toMatchObject({ path: '/pages/frequent', requests: 3 })
    expect(rows.filter(({ path }) => path.startsWith('/one-client/'))).toHaveLength(20)
  })
})
