import { sql } from 'kysely'
import type { StoredDetails } from '#contract/catalog/product-details.ts'
import { type OwnColumn, ownColumns, pictureSeparator } from '#contract/catalog-admin/import-fields.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { placeholderSource } from '../catalog/pictures/placeholder-image.ts'
import { imagePath, productColumns } from '../catalog/product/product-row.ts'
import { selectSizes } from '../catalog/product/size-rows.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'

/** Read together, so that the whole shop is never in memory. */
const batchSize = 200

type Cells = Partial<Record<OwnColumn, CsvCell | undefined>>

interface Export {
  readonly database: Database
  /** before the paths of pictures; empty for paths only */
  readonly origin: string
}

/** The rows of the shop's own product CSV in parts: one for each product, and one more for each further size. Oldest product first. */
export async function* exportProducts({ database, origin }: Export): AsyncGenerator<CsvCell[][]> {
  for (let last: string | undefined; ; ) {
    const products = await readBatch({ database, after: last })
    const rows = products.flatMap((product) => toRows({ product, origin }))
    yield rows.map((cells) => columnNames.map((name) => cells[name] ?? ''))
    last = products.at(-1)?.id
    if (products.length < batchSize) return
  }
}

const columnNames = Object.keys(ownColumns) as OwnColumn[]

/** Without the drawing that stands for a missing picture. */
const pictures = sql<{ image: string; alt: string }[]>`array(
  select json_build_object('image', product_pictures.image_key, 'alt', alt)
  from product_pictures where product_id = products.id and source is distinct from ${placeholderSource} order by position
)`.as('pictures')

const readBatch = ({ database, after }: { database: Database; after: string | undefined }) =>
  database
    .selectFrom('products')
    .select([...productColumns, 'handle', 'has_sizes', selectSizes.as('sizeRows'), pictures])
    .where(notDeleted)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(batchSize)
    .execute()

type ExportedProduct = Awaited<ReturnType<typeof readBatch>>[number]

function toRows({ product, origin }: { product: ExportedProduct; origin: string }): Cells[] {
  const handle = product.handle ?? product.id
  const details: StoredDetails = product.details
  const first: Cells = {
    handle,
    name: product.name,
    description: product.description,
    category: product.category,
    price: toRupees(product.regular_price_paise ?? product.price_paise),
    mrp: product.mrp_paise === null ? '' : toRupees(product.mrp_paise),
    cost: product.cost_paise === null ? '' : toRupees(product.cost_paise),
    pictures: product.pictures.map(({ image }) => origin + imagePath(image)).join(pictureSeparator),
    pictureTexts: product.pictures.map(({ alt }) => alt.replaceAll(pictureSeparator, ' ')).join(pictureSeparator),
    ...details,
    // The word that files have had from the start.
    status: product.status === 'on_sale' ? 'published' : product.status,
  }
  if (!product.has_sizes) return [{ ...first, stock: product.stock }]
  return product.sizeRows.map((size, index) => ({ ...(index === 0 ? first : { handle }), ...size }))
}
