import { cutText } from '#contract/kernel/cut-text.ts'
import { type LookupRequest, maxLookupIds } from '#contract/ucp/catalog-requests.ts'
import type { OfferTexts } from '../../catalog/product/offer-texts.ts'
import type { Database } from '../../database/schema.ts'
import type { UcpMessage } from '../protocol/messages.ts'
import { UcpError } from '../protocol/ucp-error.ts'
import { isInRupees, listIgnoredFilters, listMessages, withMessages } from './catalog-messages.ts'
import { type CatalogProduct, type CatalogSize, findCatalogProducts, findSizeOfId, listSizes, parseProductId } from './catalog-products.ts'
import { passesFilters } from './filter-variants.ts'
import { presentProduct, presentVariant, type Seller } from './present-product.ts'

interface Lookup {
  readonly database: Database
  readonly texts: OfferTexts
  readonly seller: Seller
  readonly request: LookupRequest
}

const maxEchoedId = 100

const describeMissing = (id: string): UcpMessage => ({ type: 'info', code: 'not_found', content: cutText(id, maxEchoedId) })

/**
 * The products that ids of products or of variants name, each with the variants that the ids name: of the id of a product one in stock.
 * @throws UcpError 400 for too many ids.
 */
export async function lookupCatalog({ database, texts, seller, request }: Lookup) {
  const { context, filters = {} } = request
  const ids = [...new Set(request.ids)]
  if (ids.length > maxLookupIds) throw new UcpError('request_too_large', `A lookup has at most ${maxLookupIds} ids.`)
  const productIds = [...new Set(ids.flatMap((id) => parseProductId(id) ?? []))]
  const found = new Map((await findCatalogProducts({ database, ids: productIds })).map((product) => [product.id, product]))
  const passes = (product: CatalogProduct) => (size: CatalogSize) =>
    passesFilters({ product, size, filters, isPriced: isInRupees(context) })

  /** products → sizes → the ids that name them */
  const named = new Map<CatalogProduct, Map<CatalogSize, { id: string; match: 'exact' | 'featured' }[]>>()
  const missing: UcpMessage[] = []
  for (const id of ids) {
    const product = found.get(parseProductId(id) ?? '')
    const isProduct = product !== undefined && id.length === product.id.length
    const exact = product && !isProduct ? findSizeOfId({ id, product }) : undefined
    if (!product || !(isProduct || exact)) missing.push(describeMissing(id))
    else {
      const candidates = (exact ? [exact] : listSizes(product)).filter(passes(product))
      const size = candidates.find(({ stock }) => stock > 0) ?? candidates[0]
      if (size) {
        const inputs = named.get(product) ?? new Map()
        named.set(product, inputs.set(size, [...(inputs.get(size) ?? []), { id, match: exact ? 'exact' : 'featured' }]))
      }
    }
  }
  const products = [...named].map(([product, inputs]) => ({
    ...presentProduct({ product, seller }),
    variants: [...inputs].map(([size, list]) => ({ ...presentVariant({ product, size, seller }), inputs: list })),
  }))
  const messages = [...missing, ...listIgnoredFilters(request), ...listMessages({ products: [...named.keys()], texts })]
  return withMessages({ products }, messages)
}
