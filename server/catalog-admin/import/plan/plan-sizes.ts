import { productDraft } from '#contract/catalog/admin-products.ts'
import { newSizeRows, sizeCode } from '#contract/catalog/product-sizes.ts'
import { freeSize, spellSize } from '#contract/catalog/size-names.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { maxLengths, maxSizes } from '#contract/kernel/business.ts'
import { isShortenedNumber, isSpreadsheetDay } from '../../../csv/spreadsheet-rules.ts'
import type { SizeCells } from '../read/product-record.ts'
import { shortenSize, toImportSize } from './import-size.ts'
import type { LineError, PartInput, PartPlan } from './plan-context.ts'

interface StockInput extends PartInput {
  readonly rows: readonly SizeCells[]
  readonly notes: string[]
}

/** The stock of a product after the import. Sizes that the file does not name stay as they are. */
export function planStock({ record, context }: PartInput): PartPlan {
  const damage = findDamage({ record, context })
  if (damage) return fail([damage])
  const notes: string[] = []
  const counted = record.sizes.map((row) => ({ ...row, stock: readStock({ row, notes, source: context.source }) }))
  const isUncounted = !context.existing && (counted.length === 0 || counted.some(({ stock }) => stock === undefined))
  if (!isUncounted) return planRows({ record, context, notes, rows: counted })
  const { uncounted, uncountedStock } = context.options
  const stock = uncounted === 'figure' ? uncountedStock : '0'
  const rows = counted.length === 0 ? [{ line: record.line, size: undefined, stock, sku: '', barcode: '' }] : counted
  notes.push(
    uncounted === 'figure' ? importTexts.stockOfChoice(stock) : uncounted === 'drafts' ? importTexts.stockDraft : importTexts.stockSoldOut,
  )
  const part = planRows({ record, context, notes, rows: rows.map((row) => ({ ...row, stock: row.stock ?? stock })) })
  return { ...part, plan: { ...part.plan, ...(uncounted === 'drafts' && { isDraft: true }) }, isUncounted }
}

function planRows({ record, context, notes, rows: counted }: StockInput): PartPlan {
  const { existing, source } = context
  const [only, second] = counted
  const input = { record, context, notes }
  // What comes in one size has a SKU and a barcode of its own.
  const isOnly = only !== undefined && !second && only.size === undefined
  if (isOnly && !existing && (source !== 'own' || only.sku !== '' || only.barcode !== ''))
    return planSizes({ ...input, rows: [{ ...only, size: freeSize }] })
  if (isOnly && existing?.sizes.length === 1) return planSizes({ ...input, rows: [{ ...only, size: existing.sizes[0]?.size }] })
  const rows = spellSizes({ rows: counted, context, notes, record })
  const named = rows.map((row) => ({ ...row, size: row.size ?? existing?.sizes.find(({ sku }) => sku !== null && sku === row.sku)?.size }))
  const isBySize = existing?.has_sizes || named.some(({ size }) => size !== undefined)
  return isBySize ? planSizes({ ...input, rows: named }) : planOneStock({ ...input, rows })
}

const isInStock = /^(in[ -_]?stock|yes|true|available|on ?backorder|backorder)$/i
const isOutOfStock = /^(out[ -_]?of[ -_]?stock|no|false|sold[ -_]?out|unavailable)$/i

interface StockCell extends Pick<PartInput['context'], 'source'> {
  readonly row: SizeCells
  readonly notes: string[]
}

/** `1,200` and `3.0` as digits; a negative stock is 0. Undefined when it is not counted. */
function readStock({ row, notes, source }: StockCell): string | undefined {
  if (isInStock.test(row.stock ?? '')) return undefined
  if (isOutOfStock.test(row.stock ?? '')) return '0'
  const text = row.stock?.replace(/^(-?\d{1,3})((,\d{2,3})+)(?=$|\.)/, (all) => all.replaceAll(',', '')).replace(/\.0+$/, '')
  if (text !== undefined && source !== 'own' && !/^-?\d+$/.test(text)) {
    notes.push(importTexts.stockNoNumber(text))
    return undefined
  }
  if (text === undefined || !/^-\d+$/.test(text)) return text
  if (Number(text) !== 0) notes.push(importTexts.stockNegative(row.size ?? '', text))
  return '0'
}

/** What a spreadsheet has made of a size or a code of the product. */
function findDamage({ record, context: { existing, source } }: PartInput): LineError | undefined {
  for (const { line, size, sku, barcode } of record.sizes) {
    const isStored = existing?.sizes.some((each) => each.size === size)
    if (size !== undefined && !isStored && isSpreadsheetDay(size)) return { line, text: importTexts.spreadsheetDay(size) }
    // Codes of other shops are left out instead.
    const [label, code] = isShortenedNumber(sku) ? ['SKU', sku] : ['barcode', barcode]
    if (source === 'own' && isShortenedNumber(code ?? '')) return { line, text: importTexts.spreadsheetNumber(label ?? '', code ?? '') }
  }
  return undefined
}

/** Sizes as the product has them already, else as the shop writes them. */
function spellSizes({ rows, context: { existing, source, options }, notes }: StockInput): SizeCells[] {
  const toKey = (text: string) => toImportSize({ text, isDoubleXlOne: options.isDoubleXlOne }).toLowerCase()
  const spell = (isDoubleXlOne: boolean) =>
    rows.map((row) => {
      if (row.size === undefined) return row
      const text = row.size
      const own = existing?.sizes.find(({ size }) => size.toLowerCase() === text.toLowerCase())
      if (own) return { ...row, size: own.size }
      if (source === 'own') return { ...row, size: spellSize(text) }
      const size = toImportSize({ text, isDoubleXlOne })
      const same = existing?.sizes.find((each) => toKey(each.size) === size.toLowerCase())
      return { ...row, size: same?.size ?? (size === '' ? text : size) }
    })
  const isDistinct = (spelled: readonly SizeCells[]) => new Set(spelled.map(({ size }) => size?.toLowerCase())).size === spelled.length
  const merged = spell(options.isDoubleXlOne)
  // A product that has both 2XL and XXL keeps them apart.
  const spelled = isDistinct(merged) ? merged : spell(false)
  const pairs = spelled.flatMap(({ size }, index) => {
    const before = rows[index]?.size
    return size === undefined || before === undefined || before === size || before.toLowerCase() === size.toLowerCase()
      ? []
      : [`${before} → ${size}`]
  })
  if (pairs.length > 0 && source !== 'own') notes.push(importTexts.sizesSpelled([...new Set(pairs)]))
  if (source === 'own') return spelled
  const short = spelled.map((row) => ({ ...row, size: row.size === undefined ? undefined : shortenSize(row.size) }))
  if (!isDistinct(short) && isDistinct(spelled)) return spelled
  for (const [index, { size }] of spelled.entries()) {
    const after = short[index]?.size
    if (size !== undefined && after !== undefined && size.length > maxLengths.size) notes.push(importTexts.sizeShortened(size, after))
  }
  return short
}

const fail = (errors: readonly LineError[]): PartPlan => ({ plan: {}, changes: [], errors, notes: [] })

/** SKU and barcode belong to sizes; a product with one stock has none. */
function planOneStock({ rows, record: { line }, context: { existing }, notes }: StockInput): PartPlan {
  const stocked = rows.filter(({ stock }) => stock !== undefined)
  const [first, second] = stocked
  if (second) return fail([{ line: second.line, text: importTexts.sizeMissing }])
  if (existing && rows.some(({ sku, barcode }) => sku !== '' || barcode !== '')) notes.push(importTexts.oneStockKept)
  if (existing && !first) return { plan: {}, changes: [], errors: [], notes }
  const parsed = productDraft.shape.stock.safeParse(first?.stock ?? '0')
  if (!parsed.success) return fail([{ line: first?.line ?? line, text: parsed.error.issues[0]?.message ?? '' }])
  const seen = existing?.stock ?? 0
  const target = parsed.data
  if (existing && seen === target) return { plan: {}, changes: [], errors: [], notes }
  const changes = [{ field: 'Stock', before: existing ? String(seen) : '', after: String(target) }]
  return { plan: { stock: { seen, target } }, changes, errors: [], notes }
}

const codeRules = { SKU: sizeCode('SKU'), Barcode: sizeCode('Barcode') } as const

/** A comma between digits is a point, as in half sizes; what else separates the parts of a code is a dash. */
const cleanCode = (text: string): string => text.replace(/(?<=\d),(?=\d)/g, '.').replace(/[,;:|\\]+/g, '-')

/** The codes of a size. Those of another shop's file that this shop does not know, or has twice, are left out. */
function readCodes({ row, taken, input: { context, notes } }: { row: SizeCells; taken: Set<string>; input: StockInput }): SizeCells {
  if (context.source === 'own') return row
  const check = (label: keyof typeof codeRules, written: string, isUnique: boolean): string => {
    const code = cleanCode(written)
    const parsed = codeRules[label].safeParse(code)
    const isShortened = isShortenedNumber(code)
    const reason = isShortened
      ? importTexts.spreadsheetNumber(label, code)
      : !parsed.success
        ? parsed.error.issues[0]?.message
        : isUnique && taken.has(code)
          ? importTexts.skuOnTwoSizes
          : undefined
    if (code === '' && written === '') return ''
    if (reason === undefined && code !== written) notes.push(importTexts.codeCleaned(label, written, code))
    if (reason === undefined) return code
    notes.push(importTexts.codeLeftOut(label, written, reason))
    return ''
  }
  const sku = check('SKU', row.sku, true)
  if (sku !== '') taken.add(sku)
  return { ...row, sku, barcode: check('Barcode', row.barcode, false) }
}

function planSizes(input: StockInput): PartPlan {
  const { record, context, notes } = input
  const { line } = record
  const { existing } = context
  const taken = new Set<string>()
  const rows = input.rows.map((row) => readCodes({ row, taken, input }))
  const missing = rows.find(({ size }) => size === undefined)
  if (missing) return fail([{ line: missing.line, text: importTexts.sizeMissing }])
  const firstRows = new Map(rows.toReversed().map((row) => [row.size?.toLowerCase(), row] as const))
  const twice = rows.find((row) => firstRows.get(row.size?.toLowerCase()) !== row)
  if (twice) {
    const first = firstRows.get(twice.size?.toLowerCase())
    return fail([{ line: twice.line, text: importTexts.sizeTwice(twice.size ?? '', first?.line ?? line) }])
  }
  const before = (existing?.sizes ?? []).map(({ size, stock, sku, barcode, shelf }) => ({
    size,
    stock,
    seenStock: stock,
    sku: sku ?? '',
    barcode: barcode ?? '',
    shelf: shelf ?? '',
  }))
  const updated = before.map((current) => {
    const row = firstRows.get(current.size.toLowerCase())
    return row
      ? {
          ...current,
          stock: toNumber(row.stock) ?? current.stock,
          sku: row.sku || current.sku,
          barcode: row.barcode || current.barcode,
          shelf: row.shelf || current.shelf,
        }
      : current
  })
  const { uncounted, uncountedStock } = context.options
  const defaultStock = uncounted === 'figure' ? Number(uncountedStock) : 0
  const added = rows
    .filter(({ size }) => !before.some((current) => current.size.toLowerCase() === size?.toLowerCase()))
    .map(({ size = '', stock, sku, barcode, shelf = '' }) => ({
      size,
      stock: toNumber(stock) ?? defaultStock,
      seenStock: 0,
      sku,
      barcode,
      shelf,
    }))
  if (existing?.has_sizes && added.length > 0) notes.push(importTexts.sizeAdded(added.map(({ size }) => size)))
  const all = [...updated, ...added]
  if (context.source !== 'own') {
    if (all.length > maxSizes) return fail([{ line, text: importTexts.tooManySizes(all.length) }])
    const long = rows.find(({ size = '' }) => size.length > maxLengths.size)
    if (long) return fail([{ line: long.line, text: importTexts.sizeTooLong(long.size ?? '') }])
  }
  // One more than a product can have is refused like all of them.
  const parsed = newSizeRows.safeParse(all.slice(0, maxSizes + 1))
  if (!parsed.success) {
    return fail(
      parsed.error.issues.map(({ path, message }) => {
        const size = typeof path[0] === 'number' ? all[path[0]]?.size : undefined
        return { line: (size === undefined ? undefined : firstRows.get(size.toLowerCase()))?.line ?? line, text: message }
      }),
    )
  }
  // A size that the product has keeps its spelling.
  const sizes = parsed.data.map((row, index) => ({ ...row, size: before[index]?.size ?? row.size, seenStock: all[index]?.seenStock ?? 0 }))
  const changes = sizes.flatMap(({ size, stock, sku, barcode, shelf = '' }) => {
    const current = before.find((each) => each.size === size)
    return [
      ...change(`Stock of ${size}`, current ? String(current.stock) : '', String(stock)),
      ...(existing
        ? [
            ...change(`SKU of ${size}`, current?.sku ?? '', sku),
            ...change(`Barcode of ${size}`, current?.barcode ?? '', barcode),
            ...change(`Shelf of ${size}`, current?.shelf ?? '', shelf),
          ]
        : []),
    ]
  })
  if (changes.length === 0) return { plan: {}, changes, errors: [], notes }
  return { plan: { sizes, seenStock: existing?.stock ?? 0 }, changes, errors: [], notes }
}

const change = (field: string, before: string, after: string) => (before === after ? [] : [{ field, before, after }])

/** `NaN` for a text that is no number, which the contract refuses. */
const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN
