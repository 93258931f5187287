import { sql } from 'kysely'
import type { StoredDetails } from '#contract/catalog/product-details.ts'
import { ownColumns } from '#contract/catalog-admin/import-fields.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { placeholderSource } from '../../catalog/pictures/placeholder-image.ts'
import { detailsWithOwnColumn } from '../../catalog/product/file-details.ts'
import { productColumns } from '../../catalog/product/product-row.ts'
import { type SizeRow, selectSizes } from '../../catalog/product/size-rows.ts'
import type { CsvCell } from '../../csv/write-csv.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { escapeXml } from '../../kernel/escape-xml.ts'
import { indianTime } from './table-file.ts'

const batchSize = 200

/** Shopify's columns in its order, see https://help.shopify.com/en/manual/products/import-export/using-csv */
const shopifyColumns = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
  ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy'],
  ...['Variant Fulfillment Service', 'Variant Price', 'Variant Compare At Price', 'Variant Requires Shipping', 'Variant Taxable'],
  ...['Variant Barcode', 'Image Src', 'Image Position', 'Image Alt Text', 'Gift Card', 'SEO Title', 'SEO Description'],
  ...['Variant Weight Unit', 'Cost per item', 'Status'],
] as const

/** What Shopify has no columns for, with the headings of the shop's own product file. */
const furtherFields = ['mrp', ...detailsWithOwnColumn] as const

/** What another shop of this software needs to have the same product. */
const exactColumns = [
  'Product id',
  'Category key',
  'Plain description',
  'Needs declarations',
  'On sale from (IST)',
  'Image key',
  'Image colour',
  'Shelf',
] as const

export const productFileColumns: readonly string[] = [
  ...shopifyColumns,
  ...furtherFields.map((field) => ownColumns[field]),
  ...exactColumns,
]

const statuses = { on_sale: 'active', draft: 'draft', archived: 'archived', deleted: 'archived' } as const

const pictures = sql<{ image: string; alt: string; colour: string }[]>`array(
  select json_build_object('image', product_pictures.image_key, 'alt', alt, 'colour', product_pictures.placeholder_color)
  from product_pictures where product_id = products.id and source is distinct from ${placeholderSource} order by position
)`.as('pictures')

const categoryName = sql<string>`(select name from categories where key = products.category)`.as('categoryName')

const publishAt = indianTime(sql`publish_at`).as('publishAt')

const readBatch = ({ database, after }: { database: Database; after: string | undefined }) =>
  database
    .selectFrom('products')
    .select([...productColumns, 'handle', 'has_sizes', selectSizes.as('sizeRows'), pictures, categoryName, publishAt])
    .where(notDeleted)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(batchSize)
    .execute()

type ExportedProduct = Awaited<ReturnType<typeof readBatch>>[number]

/** The largest size that every picture of a product has. */
const imageAddress = ({ origin, image }: { origin: string; image: string }) => `${origin}/images/${image}/1200.jpeg`

const toHtml = (text: string): string =>
  text === ''
    ? ''
    : text
        .split(/\n{2,}/)
        .map((paragraph) => `<p>${escapeXml(paragraph).replaceAll('\n', '<br>')}</p>`)
        .join('')

type Cells = Readonly<Record<string, CsvCell | undefined>>

function toProductCells({ product, vendor }: { product: ExportedProduct; vendor: string }): Cells {
  const details: StoredDetails = product.details
  const further = { ...details, mrp: product.mrp_paise === null ? undefined : toRupees(product.mrp_paise) }
  return {
    Title: product.name,
    'Body (HTML)': toHtml(product.description),
    Vendor: vendor,
    Type: product.categoryName,
    Tags: details.searchWords,
    Published: product.status === 'on_sale' ? 'true' : 'false',
    'Option1 Name': product.has_sizes ? 'Size' : 'Title',
    'Gift Card': 'false',
    'SEO Title': details.seoTitle,
    'SEO Description': details.seoDescription,
    Status: statuses[product.status],
    ...Object.fromEntries(furtherFields.map((field) => [ownColumns[field], further[field]])),
    'Product id': product.id,
    'Category key': product.category,
    'Plain description': product.description,
    'Needs declarations': product.needs_declarations ? 'yes' : '',
    'On sale from (IST)': product.publishAt,
  }
}

const toVariantCells = ({ product, size, stock, sku, barcode, shelf }: { product: ExportedProduct } & SizeRow): Cells => ({
  'Option1 Value': size,
  'Variant SKU': sku,
  'Variant Grams': product.details.weightGrams,
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': stock,
  'Variant Inventory Policy': 'deny',
  'Variant Fulfillment Service': 'manual',
  'Variant Price': toRupees(product.regular_price_paise ?? product.price_paise),
  'Variant Compare At Price': product.mrp_paise === null ? undefined : toRupees(product.mrp_paise),
  'Variant Requires Shipping': 'true',
  'Variant Taxable': 'true',
  'Variant Barcode': barcode,
  'Variant Weight Unit': 'g',
  Shelf: shelf,
  'Cost per item': product.cost_paise === null ? undefined : toRupees(product.cost_paise),
})

/** As Shopify does: a line for each size, beside them one for each picture, and what concerns the product in the first line. */
function toRows({ product, origin, vendor }: { product: ExportedProduct; origin: string; vendor: string }): Cells[] {
  const one: SizeRow = { size: 'Default Title', stock: product.stock, sku: null, barcode: null, shelf: null }
  const variants = product.has_sizes ? product.sizeRows : [one]
  const handle = product.handle ?? product.id
  return Array.from({ length: Math.max(variants.length, product.pictures.length, 1) }, (_, index) => {
    const [variant, picture] = [variants[index], product.pictures[index]]
    return {
      Handle: handle,
      ...(index === 0 && toProductCells({ product, vendor })),
      ...(variant && toVariantCells({ product, ...variant })),
      ...(picture && {
        'Image Src': imageAddress({ origin, image: picture.image }),
        'Image Position': index + 1,
        'Image Alt Text': picture.alt,
        'Image key': picture.image,
        'Image colour': picture.colour,
      }),
    }
  })
}

interface ProductFile {
  readonly database: Database
  /** of the addresses of pictures */
  readonly origin: string
  /** the name of the shop */
  readonly vendor: string
}

/** The rows of a product file that Shopify and this shop can import, in parts. Oldest product first. */
export async function* readProductFile({ database, origin, vendor }: ProductFile): AsyncGenerator<CsvCell[][]> {
  for (let last: string | undefined; ; ) {
    const products = await readBatch({ database, after: last })
    yield products
      .flatMap((product) => toRows({ product, origin, vendor }))
      .map((cells) => productFileColumns.map((name) => cells[name] ?? ''))
    last = products.at(-1)?.id
    if (products.length < batchSize) return
  }
}
