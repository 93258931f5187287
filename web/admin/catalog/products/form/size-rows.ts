import { createKey } from '../../../../api/idempotency-key.ts'

/** A row of the table of sizes, as typed. */
export interface SizeRow {
  readonly key: string
  readonly size: string
  readonly stock: string
  readonly sku: string
  readonly barcode: string
  readonly shelf: string
  /** what the table showed at first; 0 for a new row */
  readonly seenStock: number
}

export const createRow = ({
  size = '',
  stock = 0,
  sku = '',
  barcode = '',
  shelf = '',
}: {
  size?: string
  stock?: number
  sku?: string
  barcode?: string
  shelf?: string
}): SizeRow => {
  return { key: createKey(), size, stock: String(stock), sku, barcode, shelf, seenStock: stock }
}

/** Names that a new table can start with. */
export const sizeSets: Readonly<Record<string, readonly string[]>> = {
  'XS to 5XL': ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL', '5XL'],
  'M to XXL': ['M', 'L', 'XL', 'XXL'],
  '26 to 44': ['26', '28', '30', '32', '34', '36', '38', '40', '42', '44'],
  'Free size': ['Free size'],
}

/** Not a number while the text is not a whole number. */
const toStock = (text: string): number => (/^-?\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** The sum over the sizes; not a number while a stock is missing. */
export const sumRows = (rows: readonly SizeRow[]): number => rows.reduce((sum, { stock }) => sum + toStock(stock), 0)

/** The rows as the API expects them. A stock that is not a number stays as text, which the API rejects with a message. */
export const toSizes = (
  rows: readonly SizeRow[],
): { size: string; stock: number; sku: string; barcode: string; shelf: string; seenStock: number }[] =>
  rows.map(({ size, stock, sku, barcode, shelf, seenStock }) => {
    const count = toStock(stock)
    return {
      size: size.trim(),
      stock: Number.isNaN(count) ? (stock as unknown as number) : count,
      sku: sku.trim(),
      barcode: barcode.trim(),
      shelf: shelf.trim(),
      seenStock,
    }
  })
