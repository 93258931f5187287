import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildCsv, buildShopifyRow } from '#testing/product-files.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { checkImports } from './run/process-imports.ts'

const { request, database, cookies, readItems, read, work, upload, uploadZip, run, check, plan, change, find, png } = await setUpImports()

const row = { Description: 'x', Category: 'TEE', Price: '500', Stock: '1' }

test('an emoji at the limit of each text does not keep a file from being checked', async () => {
  const lengths = [20, 40, 59, 60, 79, 80, 99, 100, 119, 120, 199, 200, 299, 4_999]
  const rows = lengths.map((length) => {
    const text = `${'a'.repeat(length - 1)}🌸 and more`
    return buildShopifyRow({
      ...{ Handle: `emoji-${length}`, Title: text, 'Body (HTML)': text, Type: text, Tags: text, Vendor: text, [text.slice(0, 250)]: text },
      ...{
        'Option1 Name': 'Size',
        'Option1 Value': text,
        'Variant SKU': text,
        'Image Src': 'https://cdn.example/1.png',
        'Image Alt Text': text,
      },
      ...{ 'SEO Title': text, 'Google Shopping / Gender': text, 'Fabric (product.metafields.shopify.fabric)': text },
    })
  })
  const checked = await check(buildCsv(rows))
  expect([checked.state, checked.error]).toEqual(['checked', null])
  expect(JSON.stringify([checked, await readItems(checked._id)])).toContain('🌸')
})

/** Has the statements on a table fail until the returned function is called. */
async function breakTable({ table, when }: { table: 'product_import_items' | 'products'; when: string }) {
  await sql`
    create function fail_row() returns trigger language plpgsql as $$
    begin
      if new.name like ${sql.lit(when)} then raise exception 'A fault' using errcode = 'internal_error'; end if;
      return new;
    end $$;
    create trigger fail_row before insert on ${sql.table(table)} for each row execute function fail_row();
  `.execute(database)
  return () => sql`drop function fail_row cascade`.execute(database)
}

test('a file whose check fails says so with a number, and does not stop the files behind it', async () => {
  const log = { error: vi.fn() }
  const mend = await breakTable({ table: 'product_import_items', when: 'Broken%' })
  const [broken, good] = [await upload(buildCsv([{ ...row, Name: 'Broken' }])), await upload(buildCsv([{ ...row, Name: 'Good' }]))]
  await work({ log })
  await mend()
  const failed = await read(broken.json()._id)
  const [{ fault, import: id }] = log.error.mock.lastCall ?? []
  expect([id, failed.state]).toEqual([failed._id, 'failed'])
  expect(failed.error).toContain(`could not be checked because of a fault of the shop. Nothing was changed. Try it again`)
  expect(failed.error).toContain(`the number ${fault}.`)
  expect((await read(good.json()._id)).state).toBe('checked')
  // The owner checks it again.
  await change(failed._id, { version: failed.version, columns: failed.columns.map(({ field }) => field) })
  await work()
  expect(await read(failed._id)).toMatchObject({ state: 'checked', error: null, outcomes: { new: 1 } })
})

test('a product that cannot be saved has a sentence with a number, and does not stop the others', async () => {
  const log = { error: vi.fn() }
  const { checked } = await plan([
    { ...row, Name: 'Saved tee' },
    { ...row, Name: 'Faulty tee' },
    { ...row, Name: 'Other saved tee' },
  ])
  const mend = await breakTable({ table: 'products', when: 'Faulty%' })
  await request('POST', `/products/imports/${checked._id}/run`, { cookies, body: { version: checked.version } })
  await work({ log })
  await mend()
  const [{ fault }] = log.error.mock.lastCall ?? []
  expect(await read(checked._id)).toMatchObject({ state: 'done', saved: 2, outcomes: { error: 1 } })
  expect((await readItems(checked._id))[0]?.error).toBe(
    `It could not be saved because of a fault of the shop. Tell your developer the number ${fault}.`,
  )
  expect(await find('saved tee')).toHaveLength(2)
})

test('a picture whose loading has a fault is reported, and does not stop the others', async () => {
  const log = { error: vi.fn() }
  const { checked } = await plan([{ ...row, Name: 'Pictured', Pictures: 'https://cdn.example/fault.png|https://cdn.example/good.png' }])
  await request('POST', `/products/imports/${checked._id}/run`, { cookies, body: { version: checked.version } })
  await work({ log, fetchPicture: async (url) => (url.includes('fault') ? Promise.reject(new TypeError('A fault')) : png) })
  expect(await read(checked._id)).toMatchObject({ state: 'done', pictures: { waiting: 0, added: 1, failed: 1 } })
  const [{ fault }] = log.error.mock.lastCall ?? []
  expect((await readItems(checked._id))[0]?.warnings[0]).toContain(`A fault of the shop: tell your developer the number ${fault}.`)
})

test('a file is checked while the pictures of another one are loaded', async () => {
  const { checked } = await plan([{ ...row, Name: 'Slow pictures', Pictures: 'https://cdn.example/slow.png' }])
  await request('POST', `/products/imports/${checked._id}/run`, { cookies, body: { version: checked.version } })
  const { promise: loaded, resolve: load } = Promise.withResolvers<Buffer>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const working = work({
    fetchPicture: () => {
      ask()
      return loaded
    },
  })
  await asked
  const { _id: other } = (await upload(buildCsv([{ ...row, Name: 'Quick' }]))).json()
  await checkImports({ database, signal: new AbortController().signal, log: { error: console.error } })
  expect([(await read(other)).state, (await read(checked._id)).state]).toEqual(['checked', 'running'])
  load(png)
  await working
  expect((await read(checked._id)).state).toBe('done')
})

test('a check that its owner has stopped stays stopped', async () => {
  const { _id: id } = (await upload(buildCsv([{ ...row, Name: 'Stopped check' }]))).json()
  expect((await request('POST', `/products/imports/${id}/stop`, { cookies })).json().state).toBe('stopped')
  await work()
  expect(await read(id)).toMatchObject({ state: 'stopped', outcomes: { new: 0 } })
  expect((await uploadZip(id, png)).statusCode).toBe(409)
  expect((await run(await check(buildCsv([{ ...row, Name: 'Next' }])))).state).toBe('done')
})
