import type { Product } from '#contract/catalog/products.ts'
import { type SaleReturnRule, saleReturnRules } from '#contract/catalog/return-rules.ts'
import { maxLengths, quantities, type Size, sizes } from '#contract/kernel/business.ts'

/** A line of the guest cart as the browser stores it (spec §3). */
export interface GuestCartLine extends Product {
  readonly qty: number
  readonly size?: Size
}

/** Identifies a line: a cart has at most one line per product and size. */
export const lineKey = ({ _id, size }: { _id: string; size?: Size | null | undefined }): string => `${_id}/${size ?? ''}`

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isSize = (value: unknown): value is Size => isText(value) && value.length <= maxLengths.size
const isSaleReturnRule = (value: unknown): value is SaleReturnRule => saleReturnRules.some((rule) => rule === value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isSizeStock = (value: unknown): value is NonNullable<Product['sizeStock']>[number] =>
  typeof value === 'object' && value !== null && 'size' in value && isSize(value.size) && 'stock' in value && isCount(value.stock)

/** One stored entry; undefined when a required field is missing or invalid. Optional fields get a default. */
function parseLine(entry: unknown): GuestCartLine | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const {
    _id,
    name,
    description,
    price,
    image,
    backdrop,
    category,
    stock,
    sizes: offered,
    sizeStock,
    dispatchDays,
    availableFrom,
    qty,
    size,
    returnRule,
  } = entry as Record<string, unknown>
  if (!isText(_id) || !isText(name) || !isText(image)) return undefined
  if (typeof price !== 'number' || !Number.isFinite(price) || price < 0) return undefined
  if (!isCount(qty) || qty < quantities.min) return undefined
  const offeredSizes = Array.isArray(offered) && offered.every(isSize) ? offered : [...sizes]
  const stocks = Array.isArray(sizeStock) && sizeStock.every(isSizeStock) ? sizeStock : undefined
  return {
    _id,
    name,
    description: typeof description === 'string' ? description : '',
    price,
    image,
    backdrop: typeof backdrop === 'string' && /^#[\da-f]{6}$/i.test(backdrop) ? backdrop : '#e7dfd1',
    category: isText(category) && category.length <= 40 ? category : 'TEE',
    stock: isCount(stock) ? stock : quantities.max,
    sizes: offeredSizes,
    ...(stocks && { sizeStock: stocks }),
    ...(isCount(dispatchDays) && { dispatchDays }),
    ...(isText(availableFrom) && { availableFrom }),
    ...(isSaleReturnRule(returnRule) && { returnRule }),
    qty: Math.min(qty, quantities.max),
    ...(isSize(size) && offeredSizes.includes(size) ? { size } : {}),
  }
}

/** The valid lines of a stored or passed value, without duplicates. */
export function parseGuestCart(value: unknown): GuestCartLine[] {
  if (!Array.isArray(value)) return []
  const lines = new Map<string, GuestCartLine>()
  for (const entry of value) {
    const line = parseLine(entry)
    if (line !== undefined && !lines.has(lineKey(line))) lines.set(lineKey(line), line)
  }
  return [...lines.values()]
}
