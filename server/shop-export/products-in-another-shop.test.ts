import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { StoredDetails } from '#contract/catalog/product-details.ts'
import type { Database } from '#server/database/schema.ts'
import { createTestProduct } from '#testing/factories.ts'
import { setUpImports } from '#testing/product-imports.ts'
import { createTestApp } from '#testing/test-app.ts'
import { buildZip } from '#testing/zip-files.ts'
import { type CsvCell, formatCsv } from '../csv/write-csv.ts'
import { productFileColumns, readProductFile } from './files/product-file.ts'

const earlier = await createTestApp()
const shop = await setUpImports()

async function readRows(database: Database) {
  const rows: CsvCell[][] = []
  for await (const part of readProductFile({ database, origin: 'https://earlier.example', vendor: 'Shop' })) rows.push(...part)
  return rows
}

test('the products of an export are the same in a new shop, with their pictures', async () => {
  const { database } = earlier
  const tee = await createTestProduct({
    database,
    price: 799.5,
    sizes: { M: 3, L: 0, 'Free size': 4 },
    name: 'Kurinji "tee", blue',
    description: 'Soft & <light>.\nA second line.\n\nA second paragraph: 100 % cotton – “good”.',
  })
  const details = {
    ...{ fabric: '100% cotton, 220 GSM', care: 'Wash cold', fit: 'Regular', colour: 'Blue', style: 'kurinji', gender: 'female' },
    ...{
      ageGroup: 'adult',
      modelSize: '170 cm, wears M',
      weightGrams: 220,
      itemsInPack: 2,
      hsnCode: '6109',
      taxPieces: 2,
      dispatchDays: 5,
      availableFrom: '2026-12-12',
    },
    ...{
      maker: 'Maker, 1 Road',
      packer: 'Packer, 2 Road',
      importer: 'Importer',
      countryOfOrigin: 'India',
      consumerCare: 'care@example.com',
    },
    ...{ seoTitle: '=Title', seoDescription: 'Description', searchWords: 'shirt, top', returnRule: 'exchange only' },
  } satisfies Required<StoredDetails>
  await sql`
    update products set details = ${JSON.stringify(details)}::jsonb, mrp_paise = 99900, cost_paise = 30050, needs_declarations = true where id = ${tee.id}
  `.execute(database)
  await sql`update product_sizes set sku = 'KUR-M', barcode = '8901234567894', shelf = 'B-2' where size = 'M'`.execute(database)
  await sql`update product_pictures set image_key = 'kurinji-1f0c', alt = 'In blue' where product_id = ${tee.id}`.execute(database)
  const plain = await createTestProduct({ database, stock: 7, name: 'Jogger without sizes', category: 'JOGGER' })
  await sql`update products set status = 'draft', needs_declarations = true where id = ${plain.id}`.execute(database)
  const before = await readRows(database)

  const file = formatCsv({ columns: productFileColumns, rows: before, hasMark: true })
  const checked = await shop.check(file)
  expect(checked.source).toBe('shopify')
  await shop.uploadZip(checked._id, buildZip([{ name: 'pictures/kurinji-1f0c.webp', bytes: shop.png }]))
  await shop.work()
  const imported = await shop.run(await shop.read(checked._id))
  expect(imported.outcomes).toEqual({ new: 2, changed: 0, unchanged: 0, error: 0 })

  const listed = ['Image Src', 'Image Position', 'Image Alt Text', 'Image key', 'Image colour', 'Product id']
  const withoutPictures = (rows: typeof before) =>
    rows.map((cells) =>
      Object.fromEntries(productFileColumns.map((name, index) => [name, listed.includes(name) ? '' : String(cells[index])])),
    )
  const after = await readRows(shop.database)
  const byHandle = (rows: ReturnType<typeof withoutPictures>) => rows.toSorted((a, b) => a.Handle?.localeCompare(b.Handle ?? '') ?? 0)
  // An import gives a product without sizes the size `Free size`, as to those of other shops.
  const expected = withoutPictures(before).map((row) =>
    row['Option1 Value'] === 'Default Title' ? { ...row, 'Option1 Name': 'Size', 'Option1 Value': 'Free size' } : row,
  )
  expect(byHandle(withoutPictures(after))).toEqual(byHandle(expected))
  const pictures = await shop.database.selectFrom('product_pictures').select(['alt', 'source']).where('alt', '<>', '').execute()
  expect(pictures).toMatchObject([{ alt: 'In blue', source: expect.stringContaining('pictures/kurinji-1f0c.webp') }])
  expect(shop.fetched.filter((url) => url.includes('kurinji'))).toEqual([])
})
