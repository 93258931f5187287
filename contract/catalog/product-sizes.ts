import { z } from 'zod'
import { maxLengths, maxSizes, quantities } from '../kernel/business.ts'
import { catalogErrors } from './catalog-errors.ts'
import { shelfMaxLength } from './shelf.ts'
import { spellSize } from './size-names.ts'

/** `none` stands for a line without a size in the path of `removeCartLine`. */
const isReserved = (text: string): boolean => text.toLowerCase() === 'none'

/** A size as text: of the shop (M), or of the product's own sizes (3XL, 42, Free size). */
export const sizeName = z
  .string(catalogErrors.size_missing.text)
  .overwrite(spellSize)
  .min(1, catalogErrors.size_missing.text)
  .max(maxLengths.size, `A size has at most ${maxLengths.size} characters.`)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,/+()&'-]*$/u, 'A size has letters, digits and spaces only.')
  .refine((text) => !isReserved(text), 'Please choose another name for this size.')

/** The sizes of a product that has stock by size, in the order in which the shop shows them. */
export const sizeStock = z
  .array(z.object({ size: z.string(), stock: z.int().nonnegative() }))
  .optional()
  .describe('only of a product with stock by size: `stock` is their sum')

const codeText = (label: string, maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `${label} has at most ${maxLength} characters.`)
    .regex(/^[\p{L}\p{N} ._/&+#()-]*$/u, `${label} has letters, digits, spaces and . _ / & + # ( ) - only.`)

/** A SKU or a barcode. */
export const sizeCode = (label: string) => codeText(label, maxLengths.sku).default('')

const stock = z.int('Stock must be a whole number.').min(0, 'Stock cannot be negative.').max(quantities.maxStock, 'Stock is too large.')

const sizeRow = z.object({
  size: sizeName,
  stock,
  sku: sizeCode('SKU').describe('unique in the shop; empty for none'),
  barcode: sizeCode('Barcode'),
  shelf: codeText('Shelf', shelfMaxLength)
    .optional()
    .describe('where the shop stores it, for administrators only; empty for none, left out it stays'),
})

/** The first value that is listed twice, and where. */
function findDuplicate(values: readonly string[]): { index: number; value: string } | undefined {
  const index = values.findIndex((value, place) => value !== '' && values.indexOf(value) < place)
  return index < 0 ? undefined : { index, value: values[index] ?? '' }
}

const sizeRows = <Row extends typeof sizeRow>(row: Row) =>
  z
    .array(row)
    .max(maxSizes, `A product has at most ${maxSizes} sizes.`)
    .superRefine((rows, context) => {
      const size = findDuplicate(rows.map((each) => each.size.toLowerCase()))
      if (size) context.addIssue({ code: 'custom', path: [size.index, 'size'], message: `Size ${rows[size.index]?.size} is listed twice.` })
      const sku = findDuplicate(rows.map((each) => each.sku))
      if (sku) context.addIssue({ code: 'custom', path: [sku.index, 'sku'], message: `SKU ${sku.value} is listed twice.` })
      if (rows.reduce((sum, each) => sum + each.stock, 0) > quantities.maxStock) {
        context.addIssue({ code: 'custom', message: `The sizes add up to more than ${quantities.maxStock.toLocaleString('en-IN')} items.` })
      }
    })

/** The sizes of a new product. */
export const newSizeRows = sizeRows(sizeRow).min(1, 'Add at least one size.')

/** A form field, which is text. */
export const newProductSizes = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'Sizes must be JSON.' })
      return z.NEVER
    }
  })
  .pipe(newSizeRows)
  .optional()
  .describe('JSON: `[{"size": "M", "stock": 4, "sku": "KURTA-M", "barcode": "8901234567894"}]` makes a product with stock by size')

export const productSizes = z.array(z.object({ size: z.string(), stock: z.int(), sku: z.string(), barcode: z.string(), shelf: z.string() }))

/** The body of `setProductSizes`. */
export const sizesChange = z.object({
  version: z.int().min(0).max(2_147_483_647).describe('of the product as the editor saw it; 409 when it has changed since'),
  seenStock: z.int().min(0).describe('of the product; 409 when a product with one stock has another one now'),
  sizes: sizeRows(sizeRow.extend({ seenStock: stock.default(0).describe('the difference to it is added to the stock') })).describe(
    'in order; empty for one stock',
  ),
  note: z
    .string()
    .trim()
    .max(maxLengths.reason, 'Reason is too long.')
    .default('')
    .describe('why the stock changes; required when it does'),
})
