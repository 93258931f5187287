import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shopExportTexts } from '#contract/shop-export/shop-export-limits.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { readZip } from '#testing/read-zip.ts'
import { createJobRunner } from '#testing/run-job.ts'
import { signInAdministrator, signInShopper } from '#testing/shoppers.ts'
import { createTestApp } from '#testing/test-app.ts'
import { writeShopExport } from './run-export.ts'

const environment = { PUBLIC_URL: 'https://shop.example', DEMO: 'off' }

/** A shop with an administrator, whose stored files are listed in `keys`. */
async function openShop() {
  const shop = await createTestApp({ environment })
  const { request, database, images, settings } = shop
  const { cookies, _id: adminId } = await signInAdministrator({ request, database })
  const keys = new Set<string>()
  const stored = { ...images }
  Object.assign(images, {
    write: async (key: string, bytes: Buffer) => {
      keys.add(key)
      await stored.write(key, bytes)
    },
    remove: async (key: string) => {
      keys.delete(key)
      await stored.remove(key)
    },
  })
  const start = async () => (await request('POST', '/shop-exports', { cookies })).json<{ export: { _id: string } }>().export._id
  const read = async () => (await request('GET', '/shop-exports', { cookies })).json().exports
  const download = (id: string) => request('GET', `/shop-exports/${id}/file`, { cookies })
  const run = createJobRunner(shop)
  const write = (more: Partial<Parameters<typeof writeShopExport>[0]> = {}) =>
    writeShopExport({
      database,
      readDatabase: database,
      images,
      settings,
      signal: new AbortController().signal,
      log: { error: () => {} },
      partBytes: 500,
      ...more,
    })
  return { ...shop, cookies, adminId, keys, start, read, download, run: () => run('export-shop'), write }
}

/** The cells of a CSV file without quoted commas, by heading. */
const readTable = (csv = '') => {
  const [head = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '').replace(/^"(.*)"$/s, '$1')))
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

test('the zip file has products as Shopify reads them, orders by item, and the pictures', async () => {
  const shop = await openShop()
  const { request, database, cookies, images } = shop
  const tee = await createTestProduct({
    database,
    price: 799,
    sizes: { M: 3, L: 4 },
    name: 'Kurinji tee',
    description: 'Soft.\n\nVery <soft>.',
  })
  await sql`update products set mrp_paise = 99900, details = '{"hsnCode": "6109", "fabric": "100% cotton", "seoTitle": "=1+1"}' where id = ${tee.id}`.execute(
    database,
  )
  await sql`update product_pictures set image_key = 'tee-1f0c-focus-30-70', alt = 'In blue' where product_id = ${tee.id}`.execute(database)
  await images.write('masters/tee-1f0c.webp', Buffer.from('picture of the tee'))
  const items = buildGuestOrder([{ ...tee, size: 'M', quantity: 2 }])
  const { number } = (await request('POST', '/guest/cashondelivery', { body: items })).json().order
  const page = { title: 'About us' }
  await database
    .insertInto('pages')
    .values({ slug: 'about', value: JSON.stringify(page), position: 1 } as never)
    .execute()
  const id = await shop.start()
  await shop.run()
  const [shown] = await shop.read()
  expect(shown).toMatchObject({ _id: id, state: 'ready', error: null })
  const reply = await shop.download(id)
  expect(reply.headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(shown.bytes) })
  const files = await readZip(reply.rawPayload)
  expect(files['pictures/tee-1f0c.webp']).toBe('picture of the tee')
  const [first, second] = readTable(files['products.csv'])
  expect(first).toMatchObject({
    Handle: tee.id,
    Title: 'Kurinji tee',
    'Body (HTML)': '<p>Soft.</p><p>Very &lt;soft&gt;.</p>',
    'Option1 Name': 'Size',
    'Option1 Value': 'M',
    'Variant Price': '799',
    'Variant Compare At Price': '999',
    'Variant Inventory Qty': '1',
    'Image Src': 'https://shop.example/images/tee-1f0c-focus-30-70/1200.jpeg',
    'Image Alt Text': 'In blue',
    'SEO Title': "'=1+1",
    Status: 'active',
    'HSN code': '6109',
    Fabric: '100% cotton',
  })
  expect(second).toMatchObject({ Handle: tee.id, Title: '', 'Option1 Value': 'L', 'Variant Inventory Qty': '4' })
  expect(readTable(files['orders.csv'])).toMatchObject([
    { Order: number, Product: 'Kurinji tee', Size: 'M', Quantity: '2', 'To pay': '1598', Phone: address.phone },
  ])
  expect(readTable(files['customers.csv'])).toMatchObject([{ Email: address.email }])
  expect(readTable(files['pages.csv'])).toMatchObject([{ Address: 'about', Published: '{""title"":""About us""}' }])
  expect(JSON.parse(files['settings.json'] ?? '')).toHaveProperty('policies.returnWindowDays')
  for (const name of Object.keys(files).filter((name) => /\.(csv|json)$/.test(name))) expect(files['README.txt']).toContain(name)
  expect((await request('GET', `/shop-exports/${id}`, { cookies })).json()).toMatchObject({ state: 'ready' })
})

test('the zip file has what figures are made of', async () => {
  const shop = await openShop()
  const { request, database, cookies } = shop
  const tee = await createTestProduct({ database, price: 799, stock: 3 })
  const visit = { source: 'instagram', medium: 'story', clickName: 'gclid', clickId: 'Click-1' }
  const { _id: orderId, number } = (await request('POST', '/guest/cashondelivery', { body: { ...buildGuestOrder([tee]), visit } })).json()
    .order
  await sql`insert into purchase_reports (order_id, recipients, text_version, user_agent) values (${orderId}, 'both', '1', 'Browser')`.execute(
    database,
  )
  await sql`
    insert into settlement_rows (provider, settlement_id, entity_id, kind, amount_paise, fee_paise, tax_paise, debit_paise, credit_paise, utr, settled_on)
    values ('razorpay', 'setl_1', 'pay_1', 'payment', 159850, 3196, 488, 0, 156654, '=1', '2026-10-05')
  `.execute(database)
  await request('POST', '/figures/expenses', { cookies, body: { day: '2026-10-03', kind: 'rent', amount: '99.50', note: 'Shop 🏬' } })
  await request('PUT', '/figures/profit/rates', { cookies, body: { freight: 70.5, returnFreight: 90, feePercent: 2.36, version: 0 } })
  const id = await shop.start()
  await shop.run()
  const files = await readZip((await shop.download(id)).rawPayload)
  const read = (name: string) => readTable(files[`${name}.csv`])
  expect(read('order-sources')).toMatchObject([{ Order: number, Source: 'instagram', 'Click parameter': 'gclid', 'Click id': 'Click-1' }])
  expect(read('purchase-reports')).toMatchObject([{ Order: number, Companies: 'both', 'Withdrawn (IST)': '', 'Report to Meta': 'waiting' }])
  expect(files['purchase-reports.csv']).not.toContain('Browser')
  expect(read('settlements')).toMatchObject([{ Day: '2026-10-05', Entry: 'pay_1', Amount: '1598.5', Added: '1566.54', Matched: '' }])
  expect(read('expenses')).toMatchObject([{ Day: '2026-10-03', For: 'rent', Amount: '99.5', Note: 'Shop 🏬' }])
  expect(read('freight-and-fees')).toMatchObject([
    { 'Freight of a parcel': '70.5', 'Freight of a parcel that comes back': '90', 'Share of the provider in per cent': '2.36' },
  ])
})

test('the zip file has the sums of days that cannot be counted again, each row once', async () => {
  const shop = await openShop()
  const { request, database } = shop
  const tee = await createTestProduct({ database, price: 799, stock: 3 })
  await sql`update products set handle = 'kurinji' where id = ${tee.id}`.execute(database)
  const { _id: orderId, number } = (await request('POST', '/guest/cashondelivery', { body: buildGuestOrder([tee]) })).json().order
  await sql`
    insert into ucp_orders (order_id, session_id, agent_name, profile_url)
    values (${orderId}, gen_random_uuid(), 'Helper 🤖', 'https://helper.example/profile')
  `.execute(database)
  // More rows than are read at once, of which several have the same day and kind.
  await sql`
    insert into daily_order_sources (day, kind, source, medium, campaign, orders, cancelled, not_taken, returned, sold_paise)
    select '2026-01-01'::date + number / 300, 'visit', 'source ' || number % 3, '', 'campaign ' || number, 1, 0, 0, 0, 100
    from generate_series(1, 1200) as number
  `.execute(database)
  await sql`insert into daily_steps (day, step, visits) values ('2026-01-02', 'visit', 7), ('2026-01-02', 'cart', 3)`.execute(database)
  await sql`insert into visit_totals (day, visits) values ('2026-01-02', 40)`.execute(database)
  await sql`insert into daily_product_views (day, product_id, views) values ('2026-01-02', ${tee.id}, 9)`.execute(database)
  await sql`
    insert into daily_buyers (day, kind, source, persons, again, days_to_second, orders, unnamed)
    values ('2026-01-02', 'not known', '', 4, 1, 12, 6, 2)
  `.execute(database)
  await sql`insert into assistant_requests (day, agent, requests, last_at) values ('2026-01-02', 'helper.example', 5, now())`.execute(
    database,
  )
  const { _id: offerId } = (
    await request('POST', '/offers', {
      cookies: shop.cookies,
      body: { title: 'Ten', code: 'TEN', kind: 'percent', percent: 10, scope: { kind: 'all' } },
    })
  ).json().offer
  await sql`
    insert into daily_code_sales (day, offer_id, orders, cancelled, not_taken, returned, sold_paise, returned_paise)
    values ('2026-01-02', ${offerId}, 3, 1, 0, 1, 12050, 4000)
  `.execute(database)
  const id = await shop.start()
  await shop.run()
  const files = await readZip((await shop.download(id)).rawPayload)
  const read = (name: string) => readTable(files[`${name}.csv`])
  expect(new Set(read('sources-by-day').map(({ Campaign }) => Campaign)).size).toBe(1200)
  expect(read('sources-by-day').length).toBe(1200)
  expect(read('visits-by-day')).toMatchObject([
    { Day: '2026-01-02', Step: 'cart', Visits: '3' },
    { Day: '2026-01-02', Step: 'visit', Visits: '7' },
  ])
  expect(read('page-views-by-day')).toMatchObject([{ Day: '2026-01-02', Visits: '40' }])
  expect(read('product-views-by-day')).toMatchObject([{ Day: '2026-01-02', 'Product handle': 'kurinji', Views: '9' }])
  expect(read('buyers-by-day')).toMatchObject([{ Kind: 'not known', Source: '', Persons: '4', 'Orders until now': '6' }])
  expect(read('assistants-by-day')).toMatchObject([{ Day: '2026-01-02', Assistant: 'helper.example', Requests: '5' }])
  expect(read('codes-by-day')).toMatchObject([{ Code: 'TEN', Orders: '3', Sales: '120.5', 'Sales that came back': '40' }])
  expect(read('orders-of-assistants')).toMatchObject([
    { Order: number, Assistant: 'Helper 🤖', 'Profile of the assistant': 'https://helper.example/profile' },
  ])
})

test('only administrators who have entered their PIN start and load an export', async () => {
  const { request, database, cookies, start, run } = await openShop()
  const id = await start()
  await run()
  const shopper = await signInShopper({ request })
  const calls = [
    ['POST', '/shop-exports'],
    ['GET', `/shop-exports/${id}`],
    ['GET', `/shop-exports/${id}/file`],
  ] as const
  for (const [method, path] of calls) {
    expect((await request(method, path)).statusCode).toBe(401)
    expect((await request(method, path, { cookies: shopper.cookies })).statusCode).toBe(403)
    await sql`update sessions set proven_at = now() - interval '1 day'`.execute(database)
    expect((await request(method, path, { cookies })).json().code).toBe('reauthentication_required')
    await sql`update sessions set proven_at = now()`.execute(database)
  }
  expect((await request('DELETE', `/shop-exports/${id}`, { cookies: shopper.cookies })).statusCode).toBe(403)
  expect((await request('GET', '/shop-exports', { cookies: shopper.cookies })).statusCode).toBe(403)
})

test('one export is written at a time, by one server', async () => {
  const { request, cookies, database, start, read, write, keys } = await openShop()
  await createTestProduct({ database })
  await start()
  expect((await request('POST', '/shop-exports', { cookies })).json().code).toBe('shop_export_running')
  await Promise.all([write(), write()])
  expect(await read()).toMatchObject([{ state: 'ready' }])
  expect(new Set([...keys].map((key) => key.split('/')[2]))).toEqual(new Set(['1']))
  expect((await request('POST', '/shop-exports', { cookies })).statusCode).toBe(201)
})

test('what a killed server has written is removed, and another server begins again', async () => {
  const { database, images, start, read, write, download, keys } = await openShop()
  const id = await start()
  // Dies within the second part: nothing that follows happens.
  const died = new Promise<never>(() => {})
  let parts = 0
  await Promise.race([
    write({
      images: {
        ...images,
        write: async (key, bytes) => {
          parts += 1
          if (parts === 2) await Promise.race([died, images.write(key, bytes).then(() => died)])
          await images.write(key, bytes)
        },
      },
    }),
    expect.poll(() => keys.size).toBe(2),
  ])
  await write()
  expect(await read()).toMatchObject([{ state: 'running' }])
  // A statement that was sent before the death may still arrive and renew the claim.
  const writeAfterAnHour = async () => {
    await sql`update shop_exports set claimed_at = now() - interval '1 hour'`.execute(database)
    await write()
    return (await read())[0]?.state
  }
  await expect.poll(writeAfterAnHour).toBe('ready')
  expect([...keys].filter((key) => key.startsWith(`exports/${id}/1/`))).toEqual([])
  expect(Object.keys(await readZip((await download(id)).rawPayload))).toContain('products.csv')
})

test('an export that fails says so, and its parts are removed', async () => {
  const { images, start, read, write, run, keys } = await openShop()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  let parts = 0
  const failing = {
    ...images,
    write: async (key: string, bytes: Buffer) => {
      parts += 1
      if (parts > 2) throw full
      await images.write(key, bytes)
    },
  }
  await start()
  await write({ images: failing })
  expect(await read()).toMatchObject([{ state: 'failed', error: shopExportTexts.diskFull }])
  await run()
  expect(keys.size).toBe(0)
})

test('a file is deleted after seven days, or when an administrator deletes it', async () => {
  const { request, database, cookies, start, read, run, download, keys } = await openShop()
  const id = await start()
  await run()
  await sql`update shop_exports set finished_at = finished_at - interval '6 days 23 hours'`.execute(database)
  await run()
  expect((await download(id)).statusCode).toBe(200)
  await sql`update shop_exports set finished_at = finished_at - interval '2 hours'`.execute(database)
  await run()
  expect([(await download(id)).statusCode, keys.size, await read()]).toEqual([404, 0, []])
  const other = await start()
  await run()
  await request('DELETE', `/shop-exports/${other}`, { cookies })
  expect((await download(other)).statusCode).toBe(404)
  await run()
  expect([keys.size, (await database.selectFrom('shop_exports').selectAll().execute()).length]).toEqual([0, 0])
})
