import { toSlug } from '#contract/catalog/product-url.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import type { ImportCells, ImportOption, ImportRow } from './import-row.ts'
import { readSale } from './read-sale.ts'

/** The parts of a list in one cell: `S, M, L`, `S|M` or `["S", "M"]`. */
const splitCell = (text: string): string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(/[,;|\n]/)
    .map((part) =>
      part
        .trim()
        .replace(/^["']|["']$/g, '')
        .trim(),
    )
    .filter(Boolean)

/** Addresses are separated by what is no part of them; names of files by commas too. */
const splitPictures = (text: string): string =>
  /https?:/i.test(text)
    ? text
        .replace(/[[\]"']/g, ' ')
        .split(/[|;\s]+|,(?=\s*https?:)/)
        .map((part) => part.replace(/,$/, ''))
        .filter(Boolean)
        .join('|')
    : splitCell(text).join('|')

/** The deepest path says most; of equal ones the first. */
const chooseCategory = (text: string): string => splitCell(text).toSorted((a, b) => b.split('>').length - a.split('>').length)[0] ?? text

const isHtml = (text: string): boolean => /<\/?[a-z][^<>]{0,200}>/i.test(text)

/** `Linen suit - Size 40R` of the product `Linen suit` is `Size 40R`. */
const dropName = (size: string, name: string): string =>
  name !== '' && size.toLowerCase().startsWith(name.toLowerCase()) ? size.slice(name.length).replace(/^[\s:/–—-]+/, '') || size : size

/** The cells of a line of an unknown table as those of other shops. */
function toCells({ inStock, shortDescription, description = shortDescription, ...cells }: ImportCells): ImportCells {
  const { category, pictures, size, stock = inStock } = cells
  return {
    ...cells,
    ...(stock !== undefined && { stock }),
    ...(description !== undefined && { [isHtml(description) ? 'descriptionHtml' : 'description']: description }),
    ...(category !== undefined && { category: chooseCategory(category) }),
    ...(pictures !== undefined && { pictures: splitPictures(pictures) }),
    ...(size !== undefined && { size: dropName(size, cells.name ?? '') }),
  }
}

const findKey = ({ handle, name, sku }: ImportCells): string => handle?.toLowerCase() ?? (toSlug(name ?? '') || name || sku || '')

/**
 * The lines of a table of an unknown program: lines of one name are sizes and colours of a product, a list of sizes in one cell is divided,
 * and lines that nothing distinguishes are products of their own.
 */
export async function readOtherRows({ rows, now }: { rows: readonly ImportRow[]; now: Date }): Promise<ImportRow[]> {
  const groups = Map.groupBy(
    rows.map((row) => ({ ...row, cells: toCells(row.cells) })),
    ({ cells, line }) => findKey(cells) || `line ${line}`,
  )
  const read: ImportRow[] = []
  for await (const [key, group] of inSlices(groups)) read.push(...readProduct({ key, group, now }))
  return read
}

const hasOptions = ({ cells }: ImportRow): boolean => cells.option1Value !== undefined

function readProduct({ key, group, now }: { key: string; group: readonly ImportRow[]; now: Date }): ImportRow[] {
  const priced = group.map((row): ImportRow => {
    const { salePrice: _sale, saleStartsAt: _start, saleEndsAt: _end, ...cells } = row.cells
    const { cells: prices, notes, error, ...sale } = readSale({ cells: row.cells, now })
    return { ...row, ...sale, cells: { ...cells, ...prices }, notes, error: row.error ?? error }
  })
  const [only, second] = priced
  if (!only || priced.some(hasOptions)) return priced
  if (!second) return divideSizes(only)
  const colours = new Set(priced.map(({ cells }) => cells.colour))
  const variants = new Set(priced.map(({ cells }) => `${cells.colour ?? ''} / ${cells.size ?? ''}`.toLowerCase()))
  if (variants.size < priced.length)
    return priced.flatMap((row, index) =>
      divideSizes({ ...row, cells: { ...row.cells, handle: index === 0 ? key : `${key}-${index + 1}` } }),
    )
  return priced.map(({ cells: { colour, size, ...cells }, ...row }) => {
    const options: ImportOption[] = []
    if (colours.size > 1 && colour !== undefined) options.push({ name: 'Colour', value: colour })
    if (size !== undefined) options.push({ name: 'Size', value: size })
    return { ...row, cells: colours.size > 1 || colour === undefined ? cells : { ...cells, colour }, options }
  })
}

/** The one line of a product with a list of sizes. Nothing says how many there are of each. */
function divideSizes(row: ImportRow): ImportRow[] {
  const sizes = [...new Set(splitCell(row.cells.size ?? ''))]
  if (sizes.length < 2) return [row]
  const { size: _size, stock, sku, barcode: _barcode, ...cells } = row.cells
  const isSoldOut = stock === '0'
  const notes = [...(row.notes ?? []), ...(isSoldOut ? [] : [importTexts.stockOfSizes(/^\d+$/.test(stock ?? '') ? (stock ?? '') : '')])]
  return sizes.map((size, index) => ({
    ...row,
    cells: {
      ...(index === 0 ? cells : {}),
      handle: findKey(row.cells),
      size,
      ...(isSoldOut && { stock }),
      ...(index === 0 && sku !== undefined && { sku }),
    },
    notes: index === 0 ? notes : [],
  }))
}
