import { quantities } from '#contract/kernel/business.ts'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { type CartProduct, findLineProblem, sumQuantity } from '../../cart/rules.ts'
import type { Database } from '../../database/schema.ts'
import type { SessionLine } from '../../database/tables/ucp-tables.ts'
import type { StockItem } from '../../inventory/size-rules.ts'
import { type CatalogProduct, findCatalogProducts, findSizeOfId, listSizes, parseProductId } from '../catalog/catalog-products.ts'
import type { UcpMessage } from '../protocol/messages.ts'

/** A line of a session with its product as it is now. */
export interface PricedSessionLine {
  readonly line: SessionLine
  /** undefined when the shop does not sell it */
  readonly product: CatalogProduct | undefined
  readonly size: string | null
  readonly quantity: number
  /** of one unit; 0 without a product */
  readonly price: Paise
  /** why it cannot be ordered as it is */
  readonly problem: { readonly code: string; readonly content: string } | undefined
}

const uuidLength = 36

const toCartProduct = ({ id, name, price_paise: price, stock, ownSizes }: CatalogProduct): CartProduct => ({
  id,
  name,
  price,
  stock,
  sizeStock: ownSizes && new Map(ownSizes.map((each) => [each.size, each.stock])),
  isOnSale: true,
})

/** What the id of an item names: a product, and a size when the id has one or the product has only one. */
function resolveItem({ item, products }: { item: string; products: ReadonlyMap<string, CatalogProduct> }) {
  const product = products.get(parseProductId(item) ?? '')
  if (!product) return { product: undefined, size: null, hasSize: false }
  const sizes = listSizes(product)
  if (item.length === uuidLength) return { product, size: sizes.length === 1 ? (sizes[0]?.size ?? null) : null, hasSize: true }
  const size = findSizeOfId({ id: item, product })?.size
  return { product, size: size ?? null, hasSize: size !== undefined }
}

/** The codes of the protocol for why a line of a cart cannot be ordered. */
const problemCodes = {
  gone: 'item_unavailable',
  sold_out: 'out_of_stock',
  short: 'insufficient_stock',
  size: 'size_missing',
  price: 'price_changed',
} as const

/** The lines of a session with the products of the moment. The same rules as in a cart say what cannot be ordered. */
export async function priceLines({ database, lines }: { database: Database; lines: readonly SessionLine[] }): Promise<PricedSessionLine[]> {
  const ids = [...new Set(lines.flatMap(({ item }) => parseProductId(item) ?? []))]
  const products = new Map((await findCatalogProducts({ database, ids })).map((product) => [product.id, product]))
  const resolved = lines.map((line) => ({ line, quantity: line.quantity, ...resolveItem({ item: line.item, products }) }))
  const items: StockItem[] = resolved.flatMap(({ product, size, quantity }) => (product ? [{ productId: product.id, size, quantity }] : []))
  return resolved.map(({ hasSize, ...each }) => {
    const { product, size, quantity } = each
    if (!product) return { ...each, price: paise(0), problem: { code: 'item_unavailable', content: 'The shop does not sell this item.' } }
    const price = product.price_paise
    if (!hasSize) return { ...each, price, problem: { code: 'item_unavailable', content: `${product.name} is not sold in this size.` } }
    if (quantity > quantities.max) {
      const content = `An order has at most ${quantities.max} of one item.`
      return { ...each, price, problem: { code: 'quantity_limit', content } }
    }
    const cartProduct = toCartProduct(product)
    const total = sumQuantity({ items, product: cartProduct, size })
    const { problem, notice } = findLineProblem({ product: cartProduct, size, quantity: total, displayedPrice: price })
    return { ...each, price, problem: problem === null ? undefined : { code: problemCodes[problem], content: notice ?? '' } }
  })
}

/** What an assistant must know about lines: what cannot be ordered, and which prices have changed since it wrote them. */
export function listLineMessages(lines: readonly PricedSessionLine[]): UcpMessage[] {
  return lines.flatMap(({ line, price, problem }, index): UcpMessage[] => {
    const path = `$.line_items[${index}]`
    if (problem) return [{ type: 'error', ...problem, severity: 'recoverable', path }]
    if (line.price === null || line.price === price) return []
    return [{ type: 'warning', code: 'price_changed', content: 'The price of this item has changed.', path: `${path}.item.price` }]
  })
}
