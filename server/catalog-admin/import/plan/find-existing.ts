import { sql } from 'kysely'
import { productColumns } from '../../../catalog/product/product-row.ts'
import { selectSizes } from '../../../catalog/product/size-rows.ts'
import { isUuid } from '../../../database/is-uuid.ts'
import { notDeleted } from '../../../database/product-conditions.ts'
import type { Database } from '../../../database/schema.ts'
import type { ProductRecord } from '../read/product-record.ts'

interface ExistingPicture {
  readonly image_key: string
  readonly source: string | null
}

const pictures = sql<ExistingPicture[]>`array(
  select json_build_object('image_key', product_pictures.image_key, 'source', source)
  from product_pictures where product_id = products.id order by position
)`.as('pictures')

const selectProducts = (database: Database) =>
  database
    .selectFrom('products')
    .select([...productColumns, 'handle', 'has_sizes', selectSizes.as('sizes'), pictures])
    .where(notDeleted)

export type ExistingProduct = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number]

export interface ExistingProducts {
  readonly byHandle: ReadonlyMap<string, ExistingProduct>
  readonly bySku: ReadonlyMap<string, ExistingProduct>
  /** names in lower case of the products that files name */
  readonly names: ReadonlySet<string>
}

interface ExistingQuery {
  readonly database: Database
  readonly records: readonly ProductRecord[]
}

/** Records of one query: the driver encodes its parameters without interruption. */
const batchSize = 5_000

/** The products that these records name, drafts and archived ones too: by handle, by id in the place of a handle, or by SKU. */
export async function findExisting({ database, records }: ExistingQuery): Promise<ExistingProducts> {
  const parts: Found[] = []
  for (let start = 0; start < records.length; start += batchSize)
    parts.push(await findPart({ database, records: records.slice(start, start + batchSize) }))
  const rows = parts.flatMap((part) => part.rows)
  return {
    byHandle: new Map(rows.flatMap((row) => [[row.id, row] as const, ...(row.handle === null ? [] : [[row.handle, row] as const])])),
    bySku: new Map(rows.flatMap((row) => row.sizes.flatMap(({ sku }) => (sku === null ? [] : [[sku, row] as const])))),
    names: new Set(parts.flatMap((part) => part.names)),
  }
}

interface Found {
  readonly rows: readonly ExistingProduct[]
  readonly names: readonly string[]
}

async function findPart({ database, records }: ExistingQuery): Promise<Found> {
  const handles = records.map(({ handle }) => handle)
  const ids = handles.filter(isUuid)
  const skus = records.flatMap((record) => record.sizes.map(({ sku }) => sku)).filter((sku) => sku !== '')
  const names = records.flatMap(({ fields }) => fields.name?.toLowerCase() ?? [])
  // Joins, because a prepared statement compares each product with each element of an array.
  const rows = await selectProducts(database)
    .where(
      sql<boolean>`products.id in (
        select products.id from unnest(${handles}::text[]) as named (handle) join products using (handle)
        union all select unnest(${ids}::uuid[])
        union all select product_id from unnest(${skus}::text[]) as named (sku) join product_sizes using (sku)
      )`,
    )
    .execute()
  const taken = await database
    .selectFrom('products')
    .select(sql<string>`lower(name)`.as('name'))
    .where(notDeleted)
    .where(sql<boolean>`lower(name) in (select unnest(${names}::text[]))`)
    .execute()
  return { rows, names: taken.map(({ name }) => name) }
}
