import { maxLengths, quantities, type Size } from '../kernel/business.ts'
import { offerLimits } from '../kernel/limits/offer-limits.ts'
import { toOfferCode } from '../offers/offer-kinds.ts'

/** The page that shows what a link puts into a cart. */
export const cartLinkPath = '/cart-link'

export interface LinkedItem {
  readonly product: string
  /** null: it is chosen in the cart */
  readonly size: Size | null
  readonly quantity: number
}

interface CartLink {
  readonly items: readonly LinkedItem[]
  /** the code of an offer */
  readonly code?: string | undefined
}

/** The path of a link that puts items into a cart: `/cart-link?item=PRODUCT.QUANTITY.SIZE&item=PRODUCT&code=CODE`. */
export function buildCartLink({ items, code }: CartLink): string {
  const entries = items.map(
    ({ product, size, quantity }) => `item=${encodeURIComponent([product, quantity, ...(size ? [size] : [])].join('.'))}`,
  )
  return `${cartLinkPath}?${[...entries, ...(code ? [`code=${encodeURIComponent(code)}`] : [])].join('&')}`
}

/** A product id, then perhaps a quantity, then perhaps a size, which may contain any characters. */
const itemPattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.(\d{1,6})(?:\.(.*))?)?$/isu

function parseItem(text: string): LinkedItem | undefined {
  const [, product, quantity = '1', size = ''] = itemPattern.exec(text) ?? []
  if (product === undefined || Number(quantity) < quantities.min || size.length > maxLengths.size) return undefined
  return { product: product.toLowerCase(), size: size.trim() || null, quantity: Number(quantity) }
}

interface ParsedCartLink extends CartLink {
  /** parts of the link that are no items, or beyond the most lines of a cart */
  readonly unreadable: number
}

/** The items of a link by the values of its query, each product and size once. A quantity may be beyond what a cart can hold. */
export function parseCartLink({ entries, code: typed }: { entries: readonly string[]; code: string | null }): ParsedCartLink {
  const items = new Map<string, LinkedItem>()
  let unreadable = 0
  for (const entry of entries) {
    const item = parseItem(entry)
    const key = item && `${item.product} ${item.size}`
    const before = key === undefined ? undefined : items.get(key)
    if (!item || key === undefined || (!before && items.size >= quantities.maxLines)) unreadable += 1
    else items.set(key, { ...item, quantity: item.quantity + (before?.quantity ?? 0) })
  }
  const code = toOfferCode((typed ?? '').slice(0, maxLengths.search)).slice(0, offerLimits.typedCodeLength)
  return { items: [...items.values()], code: code || undefined, unreadable }
}
