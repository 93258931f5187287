import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import type { ProductDetails } from '#contract/catalog/product-details.ts'
import type { ShopImport } from '#contract/shop-import/shop-import.ts'
import { shopImportLimits } from '#contract/shop-import/shop-import-limits.ts'
import { address, buildGuestOrder } from './factories.ts'
import { buildMultipartForm, createTestImage } from './pictures.ts'
import { readZip } from './read-zip.ts'
import { requireStatus } from './require-status.ts'
import { createJobRunner } from './run-job.ts'
import { signInAdministrator } from './shoppers.ts'
import { createTestApp } from './test-app.ts'

/** A shop without demo products, whose administrator exports and imports everything. */
export async function openMovingShop() {
  const shop = await createTestApp({ environment: { PUBLIC_URL: 'https://shop.example', DEMO: 'off' } })
  const { request, database } = shop
  const { cookies } = await signInAdministrator({ request, database })
  const run = createJobRunner(shop)
  const post = async (path: string, body: object = {}) => {
    const reply = await request('POST', path, { cookies, body })
    if (reply.statusCode >= 300) throw new Error(`POST ${path} answered ${reply.statusCode}: ${reply.body}`)
    return reply.json()
  }
  const upload = async (path: string, fields: Record<string, string | Uint8Array | undefined>, headers: Record<string, string> = {}) => {
    const form = buildMultipartForm(fields)
    return request('POST', path, { cookies, payload: form.payload, headers: { ...form.headers, ...headers } })
  }
  const list = async (): Promise<ShopImport[]> => (await request('GET', '/shop-imports', { cookies })).json().imports
  return {
    ...shop,
    cookies,
    run,
    post,
    upload,
    list,
    /** The zip file of an export. */
    async exportAll(): Promise<Buffer> {
      const { export: started } = await post('/shop-exports')
      await run('export-shop')
      return (await request('GET', `/shop-exports/${started._id}/file`, { cookies })).rawPayload
    },
    /** Uploads a zip file and has it checked. */
    async uploadZip(zip: Buffer): Promise<ShopImport> {
      const { import: started } = await post('/shop-imports', { fileName: 'shop.zip', bytes: zip.length })
      const { partBytes } = shopImportLimits
      for (let part = 1; (part - 1) * partBytes < zip.length; part += 1) {
        const file = zip.subarray((part - 1) * partBytes, part * partBytes)
        requireStatus(await upload(`/shop-imports/${started._id}/parts/${part}`, { file }), 200)
      }
      await run('import-shop')
      return findImport(await list(), started._id)
    },
    /** Takes over what a checked file has. */
    async takeOver({ _id: id }: Pick<ShopImport, '_id'>, choices: object = {}): Promise<ShopImport> {
      await post(`/shop-imports/${id}/run`, { choices })
      await run('import-shop')
      return findImport(await list(), id)
    },
  }
}

function findImport(imports: readonly ShopImport[], id: string): ShopImport {
  const found = imports.find(({ _id }) => _id === id)
  if (!found) throw new Error('The import is not listed.')
  return found
}

export type MovingShop = Awaited<ReturnType<typeof openMovingShop>>

/** Fills a shop through its API with what an export has. */
export async function fillShop(shop: MovingShop) {
  const { request, cookies, post, upload, database, run } = shop
  const picture = (edge: string) => createTestImage({ edge }).png().toBuffer()
  await post('/categories', {
    key: 'KURTA',
    name: 'Kurtas, long',
    keywords: 'kurti',
    sizes: ['S', 'M'],
    hsnCode: '6206',
    returnRule: 'final sale',
  })
  await upload('/categories/KURTA/picture', { image: await picture('#102030') })
  await database.updateTable('categories').set({ is_demo: false }).execute()
  const addProduct = async (fields: Record<string, string>, name: string) => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const reply = await upload('/products/createProduct', { description: 'Soft.', stock: '5', ...fields, image: await picture(name) }, key)
    requireStatus(reply, 201)
    return reply.json<{ product: { _id: string; name: string; price: number; detailsVersion: number } }>().product
  }
  const sizes = JSON.stringify([
    { size: 'S', stock: 3, sku: 'KU-S', barcode: '8901234567894' },
    { size: 'M', stock: 4, sku: '+KU-M', barcode: '' },
  ])
  const kurta = await addProduct(
    {
      name: 'Neem kurta; "long"',
      category: 'KURTA',
      price: '1299.50',
      mrp: '1599',
      cost: '400',
      stock: '7',
      sizes,
      description: 'Soft.\n\n  Very <soft> & light,\nünïcode नीम.',
    },
    '#a0b0c0',
  )
  const details = {
    ...{ fabric: '=100% cotton', care: 'Wash cold', fit: 'Regular', colour: 'Green', style: 'kurta', gender: 'female', ageGroup: 'adult' },
    ...{ modelSize: '170 cm, wears M', weightGrams: 220, itemsInPack: 2, taxPieces: 3, hsnCode: '6109', returnRule: 'exchange only' },
    ...{ dispatchDays: 5, availableFrom: '2026-01-12', maker: 'Maker, 1 Road', packer: 'Packer, 2 Road', importer: 'Importer' },
    ...{ countryOfOrigin: 'Nepal', consumerCare: 'care@example.com', keywords: 'long, green', seoTitle: 'Kurta', seoDescription: 'Soft' },
  } as const satisfies Required<ProductDetails>
  await request('PATCH', `/products/${kurta._id}/details`, { cookies, body: { version: kurta.detailsVersion, details } })
  const tee = await addProduct({ name: 'Plain tee', category: 'TEE', price: '499', stock: '12' }, '#304050')
  await addProduct({ name: 'Planned tee', category: 'TEE', price: '599', draft: 'yes' }, '#506070')
  const archived = await addProduct({ name: 'Old tee', category: 'TEE', price: '99' }, '#708090')
  await sql`update products set status = 'archived' where id = ${archived._id}`.execute(database)
  await sql`update products set handle = 'plain-tee' where id = ${tee._id}`.execute(database)
  const { collection } = await post('/collections', {
    title: 'Summer',
    slug: 'summer',
    text: 'Light.\n\nAiry.',
    productIds: [tee._id, kurta._id],
  })
  const inAWeek = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 7 * 86_400_000).toISOString()
  await post(`/products/${tee._id}/sale`, { price: '399', startsAt: new Date(Date.now() - 60_000).toISOString(), endsAt: inAWeek })
  const offer = { title: 'Ten', code: 'TEN', kind: 'percent', percent: 10, limitTotal: 5, to: inAWeek }
  await post('/offers', { ...offer, scope: { kind: 'collections', ids: [collection._id] } })
  await post('/offers', { title: 'Gift', kind: 'free_gift', least: 2000, gift: { product: kurta._id, size: 'S' }, scope: { kind: 'all' } })
  await sql`update offers set used = 2 where code = 'TEN'`.execute(database)
  const content = { title: 'About us', slug: 'about', sections: [{ heading: 'Since 1987', text: 'We **weave**.' }], place: 'menu' }
  const { page } = await post('/pages', content)
  await post(`/pages/${page._id}/publish`, { version: page.version })
  await post('/pages', { ...content, title: 'Later', slug: 'later' })
  await changeSettings(shop, 'shop', { name: 'Neem & Co' })
  await changeSettings(shop, 'policies', { returnWindowDays: 9 })
  const send = async (path: string, csv: string, more: object = {}) =>
    requireStatus(await upload(path, { file: Buffer.from(csv), ...more }), 200)
  await send('/redirects/import', 'From,To\n/old-tee,/buy\n/old-about,/pages/about')
  await send(
    '/delivery-rules/import',
    'PIN code,Delivery,COD,Advance,Days from,Days to,Shipping,Reason\n5600,yes,yes,,2,4,60,Far\n79,no,,,,,,',
  )
  await send(
    '/customers/import',
    'Name,Phone,Email,Consent,Consent date,Consent source\nMeera,9876500001,meera@example.com,yes,2025-01-31,website',
    {
      consentDate: '',
      consentSource: '',
    },
  )
  await send(
    '/past-orders/import',
    'Order,Placed on,Delivered on,Status,Payment,Customer name,Phone,Total,Items\n#1001,2024-05-01,2024-05-05,Delivered,UPI,Meera,9876500001,998,2 × Old tee',
  )
  await run('change-sale-prices')
  const ordered = await request('POST', '/guest/cashondelivery', {
    body: buildGuestOrder([{ id: tee._id, name: tee.name, price: 399, size: 'M', quantity: 1 }]),
  })
  requireStatus(ordered, 201)
  return { kurta, tee, number: ordered.json().order.number as string, email: address.email }
}

/** Publishes a change of a group of settings. */
export async function changeSettings({ request, cookies }: MovingShop, group: string, change: object): Promise<void> {
  const read = async () => (await request('GET', '/settings', { cookies })).json().groups[group]
  const { version, value } = await read()
  requireStatus(await request('PATCH', `/settings/${group}`, { cookies, body: { version, value: { ...value, ...change } } }), 200)
  requireStatus(await request('POST', `/settings/${group}/publish`, { cookies, body: { version: (await read()).version } }), 200)
}

export type ExportedTable = readonly Readonly<Record<string, string>>[]

/** The CSV files of an export as rows by heading, the JSON files as they are, and the names of its pictures. */
export async function readExport(zip: Buffer) {
  const files = Object.entries(await readZip(zip))
  const ending = (end: string) => files.filter(([name]) => name.endsWith(end))
  return {
    tables: Object.fromEntries(
      ending('.csv').map(([name, text]): [string, ExportedTable] => [name, parse(text, { bom: true, columns: true })]),
    ),
    documents: Object.fromEntries(ending('.json').map(([name, text]): [string, unknown] => [name, JSON.parse(text)])),
    pictures: files.map(([name]) => name).filter((name) => name.startsWith('pictures/')),
  }
}
