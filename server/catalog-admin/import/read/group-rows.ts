import { toSlug } from '#contract/catalog/product-url.ts'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import { cleanCells } from './clean-cells.ts'
import type { ImportCells, ImportRow } from './import-row.ts'
import { mergeRows, type ReadOptions } from './merge-rows.ts'
import { parseOptions } from './parse-options.ts'
import type { ProductRecord } from './product-record.ts'

/** A product can have a handle of 200 characters, to which a colour is added. */
const nameHandleLength = 160

const toHandle = ({ handle, name }: ImportCells): string =>
  handle !== undefined ? handle.toLowerCase() : name === undefined ? '' : cutText(toSlug(name) || name.toLowerCase(), nameHandleLength)

interface FileRows {
  readonly rows: readonly ImportRow[]
  readonly options: ReadOptions
}

/** Puts the lines of each product together. Lines without handle and name are products of their own, named by their SKU. */
export async function groupRows({ rows, options }: FileRows): Promise<ProductRecord[]> {
  const groups = new Map<string, ImportRow[]>()
  for await (const row of inSlices(rows)) {
    const key = toHandle(row.cells) || `line ${row.line}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const records: ProductRecord[] = []
  for await (const group of inSlices(groups.values())) records.push(...toRecords({ rows: group, options }))
  return records
}

/** One record, or one for each colour of a product in several colours. */
function toRecords({ rows, options }: FileRows): ProductRecord[] {
  const [first] = rows
  if (!first) return []
  const handle = toHandle(first.cells)
  const refuse = (error: string) => [{ ...mergeRows({ rows: [first], handle, options }), error }]
  if (rows.length > importLimits.productLines) return refuse(importTexts.tooManyLines)
  if (/^(true|yes|1)$/i.test(first.cells.giftCard ?? '')) return refuse(importTexts.giftCard)
  const { variants, colours, notes } = parseOptions(options.source === 'own' ? rows : rows.map(cleanRow))
  if (colours.length < 2) return [mergeRows({ rows: variants, handle, options, notes })]
  const head = variants[0]?.cells ?? {}
  const { name = '', style = handle } = head
  const byColour = Map.groupBy(variants, ({ cells }) => cells.colour)
  return colours.map((colour) => {
    const ofColour = [...(byColour.get(undefined) ?? []), ...(byColour.get(colour) ?? [])].toSorted((a, b) => a.line - b.line)
    const rest = ofColour.map((row) => ({ ...row, cells: withoutName(row.cells) }))
    // The fields of the product stand on its first line, whatever its colour is; prices and weights are those of the colour.
    const { size: _, stock: _stock, sku: _sku, barcode: _barcode, variantPicture: _picture, ...shared } = head
    const { price, mrp, cost, weightGrams, ...whole } = shared
    const hasPrice = rest.some(({ cells }) => cells.price !== undefined)
    const cells = { ...(hasPrice ? whole : shared), colour, style, ...(name && { name: `${name}, ${colour}` }) }
    const lead = { line: ofColour[0]?.line ?? first.line, cells }
    return mergeRows({
      rows: [lead, ...rest],
      handle: `${handle}-${toSlug(colour) || colour.toLowerCase()}`,
      options,
      notes: [...notes, ...(first.notes ?? [])],
      onlyVariantPictures: rest.some(({ cells }) => cells.variantPicture !== undefined),
    })
  })
}

const withoutName = ({ name: _, ...cells }: ImportCells): ImportCells => cells

const cleanRow = (row: ImportRow): ImportRow => ({ ...row, cells: cleanCells(row.cells) })
