import { toSlug } from '#contract/catalog/product-url.ts'
import type { ImportField } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import { findDetailField } from './column-names.ts'
import type { ImportCells, ImportOption, ImportRow } from './import-row.ts'
import { readSale } from './read-sale.ts'

/** The parts of a list; a comma that belongs to a part has a backslash. */
const splitList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean)

const splitPictures = (text: string | undefined): string | undefined =>
  text
    ?.split(/,\s*(?=https?:|\/)|,\s+/)
    .map((part) => part.trim())
    .join('|')

const attributeName = (name: string): string => name.replace(/^pa_/, '').replaceAll(/[_-]/g, ' ').trim()

/** Fields of lines that describe the product as a whole. */
type Kind = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'

const findKind = ({ kind = 'simple' }: ImportCells): Kind =>
  (['variation', 'variable', 'grouped', 'external'] as const).find((each) => kind.toLowerCase().split(/,\s*/).includes(each)) ?? 'simple'

/**
 * The lines of a WooCommerce file as those of Shopify: a product and its variations have one handle, attributes of variations are options,
 * and lists in a cell are parts.
 */
export async function readWooRows({ rows, now }: { rows: readonly ImportRow[]; now: Date }): Promise<ImportRow[]> {
  const parents = new Map<string, ImportRow>()
  const handles = new Map<ImportRow, string>()
  const taken = new Set<string>()
  for await (const row of inSlices(rows)) {
    if (findKind(row.cells) === 'variation') continue
    const { productId, sku, name = '' } = row.cells
    if (sku !== undefined) parents.set(sku, row)
    if (productId !== undefined) parents.set(`id:${productId}`, row)
    const slug = toSlug(name) || toSlug(sku ?? '') || `product-${productId ?? row.line}`
    const handle = taken.has(slug) ? `${slug}-${toSlug(sku ?? '') || productId || row.line}` : slug
    taken.add(handle)
    handles.set(row, handle)
  }
  const variations = Map.groupBy(
    rows.filter(({ cells }) => findKind(cells) === 'variation'),
    ({ cells: { parent = '' } }) => parents.get(parent) ?? parents.get(`id:${parent}`),
  )
  const orphans = (variations.get(undefined) ?? []).map((row) => ({
    ...row,
    cells: { ...row.cells, handle: `variation-${row.line}` },
    error: importTexts.parentMissing(row.cells.parent ?? ''),
  }))
  const read: ImportRow[] = []
  for await (const [row, handle] of inSlices(handles))
    read.push(...readProduct({ row, handle, variations: variations.get(row) ?? [], now }))
  return [...read, ...orphans]
}

interface WooProduct {
  readonly row: ImportRow
  readonly handle: string
  readonly variations: readonly ImportRow[]
  readonly now: Date
}

function readProduct({ row, handle, variations, now }: WooProduct): ImportRow[] {
  const kind = findKind(row.cells)
  const own = { line: row.line, cells: { ...toProductCells(row.cells), handle }, isCutOff: row.isCutOff }
  if (kind === 'grouped' || kind === 'external') return [{ ...own, error: importTexts.kindRefused(kind) }]
  if (kind === 'variable' && variations.length === 0) return [{ ...own, error: importTexts.variationsMissing }]
  const notes = [
    ...(/virtual|downloadable/i.test(row.cells.kind ?? '') ? [importTexts.virtualProduct] : []),
    ...(row.cells.visibility === 'hidden' ? [importTexts.hiddenProduct] : []),
  ]
  const names = new Set(variations.flatMap(({ attributes = [] }) => attributes.map(({ name }) => attributeName(name).toLowerCase())))
  const described = describe((row.attributes ?? []).filter(({ name }) => !names.has(attributeName(name).toLowerCase())))
  const cells = { ...described.cells, ...own.cells }
  const shared = [...notes, ...described.notes]
  if (variations.length === 0) {
    const sale = readSale({ cells: row.cells, now })
    const notes = [...shared, ...sale.notes]
    return [{ ...own, ...sale, cells: { ...cells, ...sale.cells }, options: described.options, notes }]
  }
  const { sku, stock, barcode, price, mrp, ...head } = cells as Partial<Record<ImportField, string>>
  const lines = variations.flatMap((variation) => readVariation({ variation, parent: row, handle, now }))
  return [{ ...own, cells: head, options: [], notes: shared }, ...lines]
}

/** A stock that is counted. What is out of stock has 0, also without a number; `parent` means that of the product. */
const readStock = ({ stock, inStock }: ImportCells): string | undefined =>
  stock !== undefined && /^-?[\d,.]+$/.test(stock) ? stock : inStock === '0' ? '0' : undefined

/** The cells of a product without what is WooCommerce's own way. */
function toProductCells(cells: ImportCells): ImportCells {
  const {
    kind: _kind,
    productId: _id,
    parent: _parent,
    visibility,
    shortDescription,
    salePrice,
    saleStartsAt,
    saleEndsAt,
    inStock: _inStock,
    stock: _stock,
    ...rest
  } = cells
  // The deepest path says most: `Clothing > Shirts` more than `Sale`.
  const [category, ...others] = splitList(cells.category ?? '').toSorted((a, b) => b.split('>').length - a.split('>').length)
  const descriptions = [shortDescription, cells.descriptionHtml].filter((text) => text !== undefined).map(toHtml)
  const isHidden = visibility === 'hidden' || (cells.published !== undefined && cells.published !== '1')
  const tags = [cells.searchWords, ...others.map(findLastPart)].filter(Boolean).join(', ')
  const pictures = splitPictures(cells.pictures)
  const stock = readStock(cells)
  return {
    ...rest,
    ...(stock !== undefined && { stock }),
    ...(category !== undefined && { category }),
    ...(descriptions.length > 0 && { descriptionHtml: [...new Set(descriptions)].join('<br><br>') }),
    ...(tags !== '' && { searchWords: tags }),
    ...(pictures !== undefined && { pictures }),
    ...(cells.published !== undefined && { published: isHidden ? 'false' : 'true' }),
  }
}

const findLastPart = (path: string): string => path.split('>').at(-1)?.trim() ?? ''

/** WooCommerce writes line ends as `\n`, and shows them as such. */
const toHtml = (text: string): string => {
  const lines = text.replaceAll('\\n', '\n')
  return /<(p|div|ul|ol|br)\b/i.test(lines) ? lines : lines.replaceAll('\n', '<br>')
}

/** What attributes say about a product that does not vary in them. */
function describe(attributes: NonNullable<ImportRow['attributes']>) {
  const cells: Partial<Record<ImportField, string>> = {}
  const options: ImportOption[] = []
  const notes: string[] = []
  for (const { name: raw, values } of attributes) {
    const name = attributeName(raw)
    const [first, ...more] = splitList(values)
    const field = findDetailField(name)
    if (first === undefined) continue
    if (field !== undefined) cells[field] ??= [first, ...more].join('; ')
    else if (more.length === 0 && /\bsize\b/i.test(name)) options.push({ name, value: first })
    else notes.push(importTexts.attributeLeftOut(name, values))
  }
  return { cells, options, notes }
}

interface Variation {
  readonly variation: ImportRow
  readonly parent: ImportRow
  readonly handle: string
  readonly now: Date
}

/** One line for each combination of values: an empty value means all values of the product. */
function readVariation({ variation, parent, handle, now }: Variation): ImportRow[] {
  const { sku, barcode, weightGrams, weightKilograms, weightPounds, weightOunces, price, cost, pictures } = variation.cells
  const { cells: prices, notes, ...sale } = readSale({ cells: variation.cells, now })
  const attributes = (variation.attributes ?? []).map(({ name, values }) => {
    const ofParent = parent.attributes?.find((each) => attributeName(each.name) === attributeName(name))
    return { name: attributeName(name), values: values === '' ? splitList(ofParent?.values ?? '') : [values] }
  })
  const combinations = attributes.reduce<ImportOption[][]>(
    (found, { name, values }) => found.flatMap((options) => values.map((value) => [...options, { name, value }])),
    [[]],
  )
  const isOne = combinations.length === 1
  const picture = splitPictures(pictures)
  const given = { price, cost, weightGrams, weightKilograms, weightPounds, weightOunces, variantPicture: picture, ...prices }
  const stock = readStock(variation.cells)
  const ofLine = isOne ? { sku, barcode, stock } : { stock: undefined }
  const cells = Object.fromEntries(Object.entries({ handle, ...given, ...ofLine }).filter(([, value]) => value !== undefined))
  const unknownStock = isOne ? [] : [importTexts.stockOfAll(sku ?? '', stock ?? '')]
  return combinations.map((options, index) => ({
    line: variation.line,
    cells,
    options,
    ...sale,
    isCutOff: variation.isCutOff,
    notes: index === 0 ? [...notes, ...unknownStock] : [],
  }))
}
