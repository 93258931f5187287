import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { ProductChange } from '#contract/catalog-admin/bulk-edit.ts'

/** A value of a product that is edited in the list. The names are those of the errors of `saveProductChanges`. */
export interface Field {
  readonly name: string
  readonly column: 'price' | 'mrp' | 'stock'
  /** as it is saved */
  readonly text: string
  /** the size of a stock by size */
  readonly size?: string
}

/** What was typed in the fields of a product. */
export type RowEdit = Readonly<Record<string, string>>

export function listFields({ price, mrp, stock, sizeStock }: AdminProduct): readonly Field[] {
  return [
    { name: 'price', column: 'price', text: String(price) },
    { name: 'mrp', column: 'mrp', text: mrp === undefined ? '' : String(mrp) },
    ...(sizeStock === undefined
      ? [{ name: 'stock', column: 'stock' as const, text: String(stock) }]
      : sizeStock.map(({ size, stock: count }) => ({ name: `stock.${size}`, column: 'stock' as const, text: String(count), size }))),
  ]
}

/** The fields whose text is not the saved one. */
export const listEditedFields = ({ product, edit }: { product: AdminProduct; edit: RowEdit | undefined }): readonly Field[] =>
  listFields(product).filter(({ name, text }) => edit?.[name] !== undefined && edit[name].trim() !== text)

/** What to save of a product; undefined when nothing is edited. */
export function buildChange({ product, edit }: { product: AdminProduct; edit: RowEdit | undefined }): ProductChange | undefined {
  const edited = listEditedFields({ product, edit })
  if (edited.length === 0) return undefined
  const { _id: id, version } = product
  const texts = edited.filter(({ column }) => column !== 'stock').map(({ name }) => [name, edit?.[name] ?? ''])
  const stock = edited
    .filter(({ column }) => column === 'stock')
    .map(({ name, size, text }) => ({ ...(size !== undefined && { size }), seen: Number(text), value: edit?.[name] ?? '' }))
  return { id, version, ...Object.fromEntries(texts), stock }
}
