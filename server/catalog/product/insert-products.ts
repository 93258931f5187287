import { sql } from 'kysely'
import type { StoredDetails } from '#contract/catalog/product-details.ts'
import type { Transaction } from '../../database/schema.ts'
import { toCategoryError } from '../categories/categories.ts'
import { insertSizes, type SizeInput } from './insert-sizes.ts'
import { type ProductInput, productValues } from './product-row.ts'

export interface StoredImage {
  readonly imageKey: string
  readonly placeholderColor: string
}

export const imageValues = ({ imageKey, placeholderColor }: StoredImage) => ({ image_key: imageKey, placeholder_color: placeholderColor })

export interface NewProduct {
  /** a new one by default */
  readonly id?: string | undefined
  readonly product: ProductInput
  /** of a product without sizes of its own */
  readonly stock: number
  /** with a stock each */
  readonly sizes: readonly SizeInput[] | undefined
  readonly image: StoredImage
  readonly isDraft: boolean
  /** it declares nothing that its details do not say */
  readonly needsDeclarations?: boolean
  /** what names it in files */
  readonly handle?: string | undefined
  /** added to those that come from its category */
  readonly details?: StoredDetails | undefined
}

/** Adds products within a transaction and returns their ids in the same order. */
export async function insertProducts({ trx, products }: { trx: Transaction; products: readonly NewProduct[] }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${products.length}::int)`.execute(trx)
  const all = rows.flatMap(({ id }, index) => {
    const product = products[index]
    return product ? [{ ...product, id: product.id ?? id }] : []
  })
  await trx.insertInto('products').values(all.map(toRow)).execute().catch(toCategoryError)
  await insertSizes({ trx, products: all.map(({ id, sizes = [] }) => ({ productId: id, sizes })) })
  return all.map(({ id }) => id)
}

const toRow = ({ id, product, stock, sizes, image, isDraft, needsDeclarations = false, handle, details }: NewProduct & { id: string }) => ({
  id,
  ...productValues(product),
  ...imageValues(image),
  // The database adds the stock of sizes unless it is there.
  stock: sizes ? sizes.reduce((sum, size) => sum + size.stock, 0) : stock,
  has_sizes: sizes !== undefined,
  details: sql<string>`${defaultDetails(product.category)} || ${JSON.stringify(details ?? {})}::jsonb`,
  needs_declarations: needsDeclarations,
  status: isDraft ? ('draft' as const) : ('on_sale' as const),
  handle: handle ?? null,
})

/** What a new product declares: the HSN code of its category. */
const defaultDetails = (category: string) => sql<string>`coalesce((
  select jsonb_build_object('hsnCode', hsn_code) from categories where key = ${category} and hsn_code is not null
), '{}')`
