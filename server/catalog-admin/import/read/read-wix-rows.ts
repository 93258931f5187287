import { parsePrice } from '#contract/kernel/parse-price.ts'
import { inSlices } from '../../../kernel/in-slices.ts'
import type { ImportCells, ImportOption, ImportRow } from './import-row.ts'

/** Wix names the pictures of its own store by what follows this. */
const pictureBase = 'https://static.wixstatic.com/media/'

const splitList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

/** `#ff0000:Red` is Red. */
const dropCode = (value: string): string => value.replace(/^(?:#[\da-f]{3,8}|rgba?\([^()]*\)):/i, '')

const numbers = [1, 2, 3] as const

/** The values of each option of a line. */
const readOptions = (cells: ImportCells): { name: string; values: string[] }[] =>
  numbers.flatMap((number) => {
    const name = cells[`option${number}Name`]
    return name === undefined ? [] : [{ name, values: splitList(cells[`option${number}Value`]).map(dropCode) }]
  })

/** The value of each option of a variant. Their names stand on the line of the product. */
const readVariantOptions = (variant: ImportCells, product: ImportCells): ImportOption[] =>
  numbers.flatMap((number) => {
    const [name, value] = [product[`option${number}Name`], variant[`option${number}Value`]]
    return name === undefined || value === undefined ? [] : [{ name, value: dropCode(value) }]
  })

/** What is paid, and the price before the discount. */
function readPrices({ price, discountMode, discountValue }: ImportCells, surcharge = 0): Pick<ImportCells, 'price' | 'mrp'> {
  const base = parsePrice(price ?? '')
  if (base === undefined) return price === undefined ? {} : { price }
  const regular = base + surcharge
  const discount = parsePrice(discountValue ?? '') ?? 0
  const paid = /percent/i.test(discountMode ?? '') ? regular * (1 - discount / 100) : regular - discount
  if (discount <= 0 || paid <= 0 || paid >= regular) return { price: regular.toFixed(2) }
  return { price: paid.toFixed(2), mrp: regular.toFixed(2) }
}

/** The lines of a Wix file as those of Shopify: variants follow their product, which has the values of each option. */
export async function readWixRows({ rows }: { rows: readonly ImportRow[] }): Promise<ImportRow[]> {
  const groups = Map.groupBy(rows, ({ cells, line }) => cells.handle ?? `line ${line}`)
  const read: ImportRow[] = []
  for await (const group of inSlices(groups.values())) read.push(...readProduct(group))
  return read
}

const isVariant = ({ cells: { kind = '' } }: ImportRow): boolean => /variant/i.test(kind)

function readProduct(group: readonly ImportRow[]): ImportRow[] {
  const product = group.find((row) => !isVariant(row))
  if (!product) return [...group]
  const { cells } = product
  const variants = group.filter(isVariant)
  const options = readOptions(cells)
  const combinations = variants.length > 0 ? [] : combine(options)
  const pictures = splitList(cells.pictures).map((picture) => (/^https?:/i.test(picture) ? picture : pictureBase + picture))
  const [category, ...others] = splitList(cells.category)
  const { stock, sku, price: _price, ...own } = withoutOptions(cells)
  const head = {
    ...own,
    ...(category === undefined ? {} : { category }),
    ...(others.length > 0 && { searchWords: others.join(', ') }),
    ...(pictures.length > 0 && { pictures: pictures.join('|') }),
  }
  const prices = readPrices(cells)
  const stocked = { ...(stock !== undefined && { stock }), ...(sku !== undefined && { sku }) }
  if (variants.length > 0) {
    const lines = variants.map((variant): ImportRow => {
      const { stock: left, sku: code, handle } = variant.cells
      const surcharge = parsePrice(variant.cells.surcharge ?? '') ?? 0
      const ofLine = { handle, stock: left, sku: code, ...readPrices(cells, surcharge) }
      const given = Object.fromEntries(Object.entries(ofLine).filter(([, value]) => value !== undefined))
      return { ...variant, cells: given, options: readVariantOptions(variant.cells, cells) }
    })
    return [{ ...product, cells: head, options: [] }, ...lines]
  }
  if (combinations.length < 2) return [{ ...product, cells: { ...head, ...prices, ...stocked }, options: combinations[0] ?? [] }]
  const isSoldOut = stock === '0' || /^out/i.test(stock ?? '')
  return combinations.map((combination, index) => ({
    ...product,
    cells: { ...(index === 0 ? head : { handle: head.handle ?? '' }), ...prices, ...(isSoldOut && { stock: '0' }) },
    options: combination,
  }))
}

const combine = (options: readonly { name: string; values: readonly string[] }[]): ImportOption[][] =>
  options.reduce<ImportOption[][]>(
    (found, { name, values }) => (values.length === 0 ? found : found.flatMap((each) => values.map((value) => [...each, { name, value }]))),
    [[]],
  )

/** The cells without those that are read here. */
const withoutOptions = (cells: ImportCells): ImportCells =>
  Object.fromEntries(Object.entries(cells).filter(([field]) => !/^(option\d|kind$|surcharge$|discount)/.test(field)))
