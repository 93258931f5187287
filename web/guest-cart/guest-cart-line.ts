import { parseCategory, quantities, type Size, sizes } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'

/** A line of the guest's cart exactly as the browser keeps it: the product's fields, `qty`, and a size once it is chosen. */
export interface GuestCartLine extends Product {
  readonly qty: number
  readonly size?: Size
}

/** Names a line: a cart never has two of the same product in the same size. */
export const lineKey = ({ _id, size }: Pick<GuestCartLine, '_id' | 'size'>): string => `${_id}/${size ?? ''}`

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isSize = (value: unknown): value is Size => sizes.some((size) => size === value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** One stored entry, or undefined when it cannot be a line. What only decorates a line gets a default. */
function parseLine(entry: unknown): GuestCartLine | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { _id, name, description, price, image, backdrop, category, stock, sizes: offered, qty, size } = entry as Record<string, unknown>
  if (!isText(_id) || !isText(name) || !isText(image)) return undefined
  if (typeof price !== 'number' || !Number.isFinite(price) || price < 0) return undefined
  if (!isCount(qty) || qty < quantities.min) return undefined
  return {
    _id,
    name,
    description: typeof description === 'string' ? description : '',
    price,
    image,
    backdrop: typeof backdrop === 'string' && /^#[\da-f]{6}$/i.test(backdrop) ? backdrop : '#e7dfd1',
    category: parseCategory(String(category)) ?? 'TEE',
    stock: isCount(stock) ? stock : quantities.max,
    sizes: Array.isArray(offered) && offered.every(isSize) ? offered : [...sizes],
    qty: Math.min(qty, quantities.max),
    ...(isSize(size) ? { size } : {}),
  }
}

/** The lines in anything that was stored or passed on: what is no line is dropped, and so is a line that is there twice. */
export function parseGuestCart(value: unknown): GuestCartLine[] {
  if (!Array.isArray(value)) return []
  const lines = new Map<string, GuestCartLine>()
  for (const entry of value) {
    const line = parseLine(entry)
    if (line !== undefined && !lines.has(lineKey(line))) lines.set(lineKey(line), line)
  }
  return [...lines.values()]
}
