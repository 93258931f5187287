import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shopExportTexts } from '#contract/shop-export/shop-export-limits.ts'
import { openExportedShop, readTable } from '#testing/exported-shop.ts'
import { address, buildGuestOrder, createTestProduct } from '#testing/factories.ts'
import { readZip } from '#testing/read-zip.ts'
import { signInShopper } from '#testing/shoppers.ts'

test('the zip file has products as Shopify reads them, orders by item, and the pictures', async () => {
  const shop = await openExportedShop()
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

test('only administrators who have entered their PIN start and load an export', async () => {
  const { request, database, cookies, start, run } = await openExportedShop()
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
  const { request, cookies, database, start, read, write, keys } = await openExportedShop()
  await createTestProduct({ database })
  await start()
  expect((await request('POST', '/shop-exports', { cookies })).json().code).toBe('shop_export_running')
  await Promise.all([write(), write()])
  expect(await read()).toMatchObject([{ state: 'ready' }])
  expect(new Set([...keys].map((key) => key.split('/')[2]))).toEqual(new Set(['1']))
  expect((await request('POST', '/shop-exports', { cookies })).statusCode).toBe(201)
})

test('what a killed server has written is removed, and another server begins again', async () => {
  const { database, images, start, read, write, download, keys } = await openExportedShop()
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
  const { images, start, read, write, run, keys } = await openExportedShop()
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
  const { request, database, cookies, start, read, run, download, keys } = await openExportedShop()
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
