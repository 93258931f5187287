import { sql } from 'kysely'
import { productDraft } from '#contract/catalog/admin-products.ts'
import { storedDetails } from '#contract/catalog/product-details.ts'
import { newSizeRows } from '#contract/catalog/product-sizes.ts'
import { ownColumns } from '#contract/catalog-admin/import-fields.ts'
import { quantities } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { detailsWithOwnColumn } from '../../catalog/product/file-details.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { FileRow } from '../read/read-table.ts'
import { LineProblem } from './import-part.ts'
import { readNumber, readOptional, readText, readTime, readYes } from './read-cells.ts'

const productSchema = productDraft.pick({ name: true, description: true, price: true, mrp: true, cost: true, category: true })

const numberDetails: readonly string[] = ['itemsInPack', 'dispatchDays', 'taxPieces']

const statuses = { active: 'on_sale', draft: 'draft', archived: 'archived' } as const

const heading = (field: string): string => ownColumns[field as keyof typeof ownColumns]

/** A product of the file as it is stored. */
export type FileProduct = ReturnType<typeof readProduct>

/**
 * The product that consecutive lines of products.csv describe.
 * @throws LineProblem
 * @throws ZodError
 */
export function readProduct(rows: readonly FileRow[]) {
  const cells = rows[0]?.cells ?? {}
  const { price, mrp, cost, ...product } = productSchema.parse({
    name: readText(cells, 'Title'),
    description: readText(cells, 'Plain description'),
    price: readText(cells, 'Variant Price'),
    mrp: readText(cells, heading('mrp')),
    cost: readText(cells, 'Cost per item'),
    category: readText(cells, 'Category key').trim().toUpperCase(),
  })
  const sizes = readYesSizes(cells) ? readSizes(rows) : undefined
  const handle = readText(cells, 'Handle').trim()
  const id = readText(cells, 'Product id').trim().toLowerCase()
  const status = readText(cells, 'Status').trim().toLowerCase()
  if (!Object.hasOwn(statuses, status)) throw new LineProblem(`The status "${cutText(status, 30)}" is not known.`)
  if (handle.length > 200) throw new LineProblem('The handle is too long.')
  return {
    line: rows[0]?.line ?? 0,
    id: isUuid(id) ? id : undefined,
    // A product without a handle of its own is named by its id.
    handle: handle === '' || handle === id ? undefined : handle,
    product: { ...product, price: toPaise(price), mrp: paiseOrNull(mrp), cost: paiseOrNull(cost) },
    details: readDetails(cells),
    sizes,
    stock: sizes ? 0 : readStock(cells),
    status: statuses[status as keyof typeof statuses],
    publishAt: status === 'draft' ? readTime(cells, 'On sale from (IST)') : null,
    needsDeclarations: readYes(cells, 'Needs declarations'),
    pictures: rows.flatMap(({ cells: row }) => (readOptional(row, 'Image key') === null ? [] : [row])).slice(0, uploads.maxPictures),
  }
}

const paiseOrNull = (amount: number | null | undefined) => (amount == null ? null : toPaise(amount))

const readYesSizes = (cells: FileRow['cells']) => readText(cells, 'Option1 Name').trim().toLowerCase() === 'size'

function readStock(cells: FileRow['cells']): number {
  const stock = readNumber(cells, 'Variant Inventory Qty') ?? 0
  if (Number.isInteger(stock) && stock >= 0 && stock <= quantities.maxStock) return stock
  throw new LineProblem('Stock must be a whole number, 0 or more.')
}

const readSizes = (rows: readonly FileRow[]) =>
  newSizeRows.parse(
    rows
      .filter(({ cells }) => readOptional(cells, 'Option1 Value') !== null)
      .map(({ cells }) => ({
        size: readText(cells, 'Option1 Value'),
        stock: readStock(cells),
        sku: readText(cells, 'Variant SKU'),
        barcode: readText(cells, 'Variant Barcode'),
        shelf: readOptional(cells, 'Shelf') ?? undefined,
      })),
  )

function readDetails(cells: FileRow['cells']) {
  const read = (field: string) => (numberDetails.includes(field) ? readNumber : readOptional)(cells, heading(field)) ?? undefined
  const details = storedDetails.parse({
    ...Object.fromEntries(detailsWithOwnColumn.map((field) => [field, read(field)])),
    weightGrams: readNumber(cells, 'Variant Grams') ?? undefined,
    seoTitle: readOptional(cells, 'SEO Title') ?? undefined,
    seoDescription: readOptional(cells, 'SEO Description') ?? undefined,
    searchWords: readOptional(cells, 'Tags') ?? undefined,
  })
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as typeof details
}

/** Products whose details are as in the file, without what their category would add. */
export const setDetails = (values: readonly { id: string; details: object; status: string; publishAt: string | null }[]) => sql`
  update products set details = saved.details, status = saved.status, publish_at = saved.publish_at
  from jsonb_to_recordset(${JSON.stringify(values.map(({ publishAt: publish_at, ...value }) => ({ ...value, publish_at })))}::jsonb)
    as saved (id uuid, details jsonb, status text, publish_at timestamptz)
  where products.id = saved.id
`
