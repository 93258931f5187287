import { toSlug } from '#contract/catalog/product-url.ts'
import { type ImportField, importFields, importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { inSlices } from '../in-slices.ts'
import { type ImportRow, parseOptions } from './parse-options.ts'
import type { CsvRow } from './read-csv.ts'

export interface SizeCells {
  readonly line: number
  /** undefined: to be found by the SKU */
  readonly size: string | undefined
  readonly stock: string | undefined
  readonly sku: string
  readonly barcode: string
}

export interface PictureCells {
  readonly source: string
  readonly alt: string
}

/** What a file says about one product. */
export interface ProductRecord {
  /** the number of the product's first line */
  readonly line: number
  /** empty when only SKUs name the product */
  readonly handle: string
  /** the cells about the product as a whole; empty ones are left out */
  readonly fields: Readonly<Partial<Record<ImportField, string>>>
  readonly sizes: readonly SizeCells[]
  readonly pictures: readonly PictureCells[]
  readonly error?: string | undefined
}

const perLine: ReadonlySet<ImportField> = new Set<ImportField>([
  'handle',
  'size',
  'stock',
  'sku',
  'barcode',
  'pictures',
  'pictureTexts',
  'picturePosition',
  'variantPicture',
  'weightGrams',
])

export function toImportRow({ row, fields }: { row: CsvRow; fields: readonly (ImportField | null)[] }): ImportRow {
  // Shopify puts an apostrophe before a barcode, so that spreadsheets keep all its digits.
  const read = (field: ImportField, cell: string) => (field === 'barcode' ? cell.replace(/^'/, '') : cell)
  const cells = fields.flatMap((field, index) =>
    field !== null && row.cells[index] ? [[field, read(field, row.cells[index])] as const] : [],
  )
  return { line: row.line, cells: Object.fromEntries(cells) }
}

const toHandle = ({ handle, name }: ImportRow['cells']): string =>
  handle !== undefined ? handle.toLowerCase() : name === undefined ? '' : toSlug(name) || name.toLowerCase()

/** Puts the lines of each product together. Lines without handle and name are products of their own, named by their SKU. */
export async function groupRows(rows: readonly ImportRow[]): Promise<ProductRecord[]> {
  const groups = new Map<string, ImportRow[]>()
  for await (const row of inSlices(rows)) {
    const key = toHandle(row.cells) || `line ${row.line}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const records: ProductRecord[] = []
  for await (const group of inSlices(groups.values())) records.push(...toRecords(group))
  return records
}

/** One record, or one for each colour of a product in several colours. */
function toRecords(rows: readonly ImportRow[]): ProductRecord[] {
  const [first] = rows
  if (!first) return []
  const handle = toHandle(first.cells)
  if (rows.length > importLimits.productLines) return [{ ...toRecord({ rows: [first], handle }), error: importTexts.tooManyLines }]
  const parsed = parseOptions(rows)
  if ('error' in parsed) return [{ ...toRecord({ rows, handle }), error: parsed.error }]
  const { variants, colours } = parsed
  if (colours.length < 2) return [toRecord({ rows: variants, handle })]
  const { name = '', style = handle } = first.cells
  const byColour = Map.groupBy(variants, ({ cells }) => cells.colour)
  return colours.map((colour) => {
    const ofColour = [...(byColour.get(undefined) ?? []), ...(byColour.get(colour) ?? [])].toSorted((a, b) => a.line - b.line)
    // The fields of the product stand on its first line, whatever its colour is.
    const { size, stock, sku, barcode, variantPicture, ...shared } = first.cells
    const head = { line: ofColour[0]?.line ?? first.line, cells: { ...shared, colour, style, ...(name && { name: `${name}, ${colour}` }) } }
    const rest = ofColour.map(({ line, cells: { name: _, ...cells } }) => ({ line, cells }))
    const hasOwnPictures = rest.some(({ cells }) => cells.variantPicture !== undefined)
    return toRecord({
      rows: [head, ...rest],
      handle: `${handle}-${toSlug(colour) || colour.toLowerCase()}`,
      onlyVariantPictures: hasOwnPictures,
    })
  })
}

function toRecord({
  rows,
  handle,
  onlyVariantPictures = false,
}: {
  rows: readonly ImportRow[]
  handle: string
  onlyVariantPictures?: boolean
}): ProductRecord {
  const fields: Partial<Record<ImportField, string>> = {}
  let error: string | undefined
  for (const { cells } of rows) {
    for (const [field, value] of Object.entries(cells) as [ImportField, string][]) {
      if (perLine.has(field)) continue
      if (fields[field] !== undefined && fields[field] !== value) error ??= importTexts.values(importFields[field])
      fields[field] ??= value
    }
  }
  const weight = rows.find(({ cells }) => cells.weightGrams !== undefined)?.cells.weightGrams
  const sizes = rows.flatMap(({ line, cells: { size, stock, sku = '', barcode = '' } }) =>
    size === undefined && stock === undefined && sku === '' && barcode === '' ? [] : [{ line, size, stock, sku, barcode }],
  )
  return {
    line: rows[0]?.line ?? 1,
    handle,
    fields: weight === undefined ? fields : { ...fields, weightGrams: weight },
    sizes,
    pictures: collectPictures({ rows, onlyVariantPictures }),
    error,
  }
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
    first ? [{ source: first.source, alt: first.alt.slice(0, 200) }] : [],
  )
}
