import { maxSizes } from '#contract/business.ts'
import { productDraft } from '#contract/catalog/admin-products.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import type { ImportItem } from '#contract/catalog-admin/product-import.ts'
import { newSizeRows } from '#contract/inventory/product-sizes.ts'
import type { SizeCells } from '../read/group-rows.ts'
import type { ExistingProduct } from './find-existing.ts'
import type { Plan } from './import-plan.ts'

interface StockPlan {
  readonly plan: Pick<Plan, 'stock' | 'sizes' | 'seenStock'>
  readonly changes: ImportItem['changes']
  readonly errors: readonly LineError[]
}

export interface LineError {
  readonly line: number
  readonly text: string
}

interface StockInput {
  readonly rows: readonly SizeCells[]
  readonly existing: ExistingProduct | undefined
  /** the number of the product's first line */
  readonly line: number
}

/** The stock of a product after the import. Sizes that the file does not name stay as they are. */
export function planStock({ rows, existing, line }: StockInput): StockPlan {
  const named = rows.map((row) => ({ ...row, size: row.size ?? existing?.sizes.find(({ sku }) => sku !== null && sku === row.sku)?.size }))
  const isBySize = existing?.has_sizes || named.some(({ size }) => size !== undefined)
  return isBySize ? planSizes({ rows: named, existing, line }) : planOneStock({ rows, existing, line })
}

const fail = (errors: readonly LineError[]): StockPlan => ({ plan: {}, changes: [], errors })

/** SKU and barcode belong to sizes; a product with one stock has none. */
function planOneStock({ rows, existing, line }: StockInput): StockPlan {
  const stocked = rows.filter(({ stock }) => stock !== undefined)
  const [first, second] = stocked
  if (second) return fail([{ line: second.line, text: importTexts.sizeMissing }])
  if (existing && !first) return { plan: {}, changes: [], errors: [] }
  const parsed = productDraft.shape.stock.safeParse(first?.stock ?? '0')
  if (!parsed.success) {
    const isNegative = /^-\d+$/.test(first?.stock ?? '')
    return fail([{ line: first?.line ?? line, text: isNegative ? 'Stock cannot be negative.' : (parsed.error.issues[0]?.message ?? '') }])
  }
  const seen = existing?.stock ?? 0
  const target = parsed.data
  const changes = existing && seen === target ? [] : [{ field: 'Stock', before: existing ? String(seen) : '', after: String(target) }]
  return { plan: existing && seen === target ? {} : { stock: { seen, target } }, changes, errors: [] }
}

function planSizes({ rows, existing, line }: StockInput): StockPlan {
  const missing = rows.find(({ size }) => size === undefined)
  if (missing) return fail([{ line: missing.line, text: importTexts.sizeMissing }])
  const firstRows = new Map(rows.toReversed().map((row) => [row.size?.toLowerCase(), row] as const))
  const twice = rows.find((row) => firstRows.get(row.size?.toLowerCase()) !== row)
  if (twice) {
    const first = firstRows.get(twice.size?.toLowerCase())
    return fail([{ line: twice.line, text: importTexts.sizeTwice(twice.size ?? '', first?.line ?? line) }])
  }
  const before = (existing?.sizes ?? []).map(({ size, stock, sku, barcode }) => ({
    size,
    stock,
    seenStock: stock,
    sku: sku ?? '',
    barcode: barcode ?? '',
  }))
  const updated = before.map((current) => {
    const row = rows.find(({ size }) => size?.toLowerCase() === current.size.toLowerCase())
    return row
      ? { ...current, stock: toNumber(row.stock) ?? current.stock, sku: row.sku || current.sku, barcode: row.barcode || current.barcode }
      : current
  })
  const added = rows
    .filter(({ size }) => !before.some((current) => current.size.toLowerCase() === size?.toLowerCase()))
    .map(({ size = '', stock, sku, barcode }) => ({ size, stock: toNumber(stock) ?? 0, seenStock: 0, sku, barcode }))
  const all = [...updated, ...added]
  // One more than a product can have is refused like all of them.
  const parsed = newSizeRows.safeParse(all.slice(0, maxSizes + 1))
  if (!parsed.success) {
    return fail(
      parsed.error.issues.map(({ path, message }) => {
        const size = typeof path[0] === 'number' ? all[path[0]]?.size : undefined
        return { line: rows.find((row) => row.size?.toLowerCase() === size?.toLowerCase())?.line ?? line, text: message }
      }),
    )
  }
  const sizes = parsed.data.map((size, index) => ({ ...size, seenStock: all[index]?.seenStock ?? 0 }))
  const changes = sizes.flatMap(({ size, stock, sku, barcode }) => {
    const current = before.find((each) => each.size === size)
    return [
      ...change(`Stock of ${size}`, current ? String(current.stock) : '', String(stock)),
      ...(existing
        ? [...change(`SKU of ${size}`, current?.sku ?? '', sku), ...change(`Barcode of ${size}`, current?.barcode ?? '', barcode)]
        : []),
    ]
  })
  if (changes.length === 0) return { plan: {}, changes, errors: [] }
  return { plan: { sizes, seenStock: existing?.stock ?? 0 }, changes, errors: [] }
}

const change = (field: string, before: string, after: string) => (before === after ? [] : [{ field, before, after }])

/** `NaN` for a text that is no number, which the contract refuses. */
const toNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))
