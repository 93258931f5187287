import { type ImportField, type ImportSource, importFields, type PriceRule } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import type { ImportRow } from './import-row.ts'
import type { PictureCells, ProductRecord } from './product-record.ts'

/** How the lines of a file become products. */
export interface ReadOptions {
  readonly source: ImportSource
  readonly prices: PriceRule
  /** the file says whose stock is counted */
  readonly hasStockTracker: boolean
}

const perLine: ReadonlySet<ImportField> = new Set<ImportField>([
  ...(['handle', 'size', 'stock', 'stockTracker', 'sku', 'barcode', 'shelf', 'pictures', 'pictureTexts', 'picturePosition'] as const),
  ...(['variantPicture', 'weightGrams', 'price', 'mrp', 'cost'] as const),
])

interface MergedRows {
  readonly rows: readonly ImportRow[]
  readonly handle: string
  readonly options: ReadOptions
  /** of the product as a whole */
  readonly notes?: readonly string[]
  readonly onlyVariantPictures?: boolean
}

/** The record of the lines of one product. */
export function mergeRows({ rows, handle, options, notes = [], onlyVariantPictures = false }: MergedRows): ProductRecord {
  const fields: Partial<Record<ImportField, string>> = {}
  const found = new Set<string>([...notes, ...rows.flatMap((row) => row.notes ?? [])])
  let error = rows.find((row) => row.error !== undefined)?.error
  const cut = rows.find(({ isCutOff }) => isCutOff)
  if (cut) error ??= importTexts.lineCutOff(cut.line)
  for (const { cells } of rows) {
    for (const [field, value] of Object.entries(cells) as [ImportField, string][]) {
      if (perLine.has(field) || fields[field] === value) continue
      if (fields[field] === undefined) fields[field] = value
      else if (options.source === 'own') error ??= importTexts.values(importFields[field])
      else found.add(importTexts.firstValue(importFields[field], fields[field]))
    }
  }
  const prices = mergePrices({ rows, options })
  error ??= prices.error
  for (const note of prices.notes) found.add(note)
  const weight = rows.find(({ cells }) => cells.weightGrams !== undefined)?.cells.weightGrams
  // Shopify writes 0 for stock that it does not count.
  const isUncounted = options.hasStockTracker && rows.every(({ cells }) => cells.stockTracker === undefined)
  const sizes = rows.flatMap(({ line, cells: { size, stock, sku = '', barcode = '', shelf } }) =>
    size === undefined && stock === undefined && sku === '' && barcode === '' && shelf === undefined
      ? []
      : [{ line, size, stock: isUncounted && Number(stock ?? 0) === 0 ? undefined : stock, sku, barcode, shelf }],
  )
  return {
    line: rows[0]?.line ?? 1,
    handle,
    fields: { ...fields, ...prices.fields, ...(weight !== undefined && { weightGrams: weight }) },
    sizes,
    pictures: collectPictures({ rows, onlyVariantPictures }),
    sale: prices.sale,
    formerPrice: prices.formerPrice,
    notes: [...found],
    error,
  }
}

const priced = ['price', 'mrp', 'cost'] as const

/** Only to compare prices. */
const toNumber = (text: string): number => parsePrice(text) ?? Number.NaN

/** One price for all sizes: the highest or the lowest, or an error. */
function mergePrices({ rows, options: { prices: rule } }: Pick<MergedRows, 'rows' | 'options'>) {
  const fields: Partial<Record<ImportField, string>> = {}
  const notes: string[] = []
  let error: string | undefined
  const choose = (values: readonly string[], side: 'highest' | 'lowest') =>
    values.toSorted((a, b) => (side === 'highest' ? toNumber(b) - toNumber(a) : toNumber(a) - toNumber(b)))[0]
  for (const field of priced) {
    const values = [...new Set(rows.flatMap(({ cells }) => cells[field] ?? []))]
    const unreadable = values.find((value) => parsePrice(value) === undefined)
    if (unreadable !== undefined) {
      // The rules of products say what is wrong with it.
      fields[field] = unreadable
      continue
    }
    const isSame = new Set(values.map(toNumber)).size < 2
    // What an item costs is no price that shoppers see.
    const side = field === 'cost' ? 'highest' : rule
    if (!isSame && side === 'refuse') error ??= importTexts.values(importFields[field])
    const value = isSame || side === 'refuse' ? values[0] : choose(values, side)
    if (value === undefined) continue
    fields[field] = value
    if (!isSame && side !== 'refuse' && field !== 'mrp') notes.push(importTexts.pricesDiffer(importFields[field], side, values))
  }
  const withPrice = rows.filter(({ cells }) => cells.price !== undefined)
  const sales = withPrice.flatMap(({ sale }) => sale ?? [])
  const [first] = sales
  const formerPrice = withPrice.find((row) => row.formerPrice !== undefined)?.formerPrice
  if (!first) return { fields, notes, error, sale: undefined, formerPrice }
  const isWhole = sales.length === withPrice.length && sales.every((sale) => sale.endsAt.getTime() === first.endsAt.getTime())
  if (!isWhole) notes.push(importTexts.saleOfSizes)
  const salePrices = sales.map(({ price }) => price)
  const price = rule === 'lowest' ? Math.min(...salePrices) : Math.max(...salePrices)
  return { fields, notes, error, sale: isWhole ? { ...first, price } : undefined, formerPrice }
}

/** Each picture once, in the order of their positions. */
function collectPictures({ rows, onlyVariantPictures }: { rows: readonly ImportRow[]; onlyVariantPictures: boolean }): PictureCells[] {
  const split = (cell: string | undefined) => cell?.split(/[|\n]/).map((part) => part.trim()) ?? []
  const found = rows.flatMap(({ cells }, index) => {
    if (onlyVariantPictures) return split(cells.variantPicture).map((source) => ({ source, alt: '', position: index }))
    const texts = split(cells.pictureTexts)
    const position = Number(cells.picturePosition) || index
    return [
      ...split(cells.pictures).map((source, place) => ({ source, alt: texts[place] ?? '', position })),
      ...split(cells.variantPicture).map((source) => ({ source, alt: '', position: Number.MAX_SAFE_INTEGER })),
    ]
  })
  const sorted = found.filter(({ source }) => source !== '').toSorted((a, b) => a.position - b.position)
  return [...Map.groupBy(sorted, ({ source }) => source).values()].flatMap(([first]) =>
    first ? [{ source: first.source, alt: cutText(first.alt, 200) }] : [],
  )
}
