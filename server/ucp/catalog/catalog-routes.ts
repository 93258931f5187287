import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { lookupRequest, productRequest, searchRequest } from '#contract/ucp/catalog-requests.ts'
import type { ListCache } from '../../catalog/listing/list-cache.ts'
import type { OfferTexts } from '../../catalog/product/offer-texts.ts'
import type { StorefrontReads } from '../../database/storefront-reads.ts'
import { getOrigin } from '../../http/url.ts'
import type { Settings } from '../../kernel/settings.ts'
import { defineUcpRoute } from '../http/define-ucp-route.ts'
import { getProduct } from './get-product.ts'
import { lookupCatalog } from './lookup-catalog.ts'
import type { Seller } from './present-product.ts'
import { searchCatalog } from './search-catalog.ts'

export interface CatalogDependencies {
  readonly settings: Pick<Settings, 'PUBLIC_URL'>
  readonly storefrontReads: StorefrontReads
  readonly shownOffers: OfferTexts
  readonly shopSettings: { readonly current: ShopSettings }
  /** of the shop's own lists */
  readonly lists: ListCache
}

/** The products on sale, as assistants search and read them. */
export function catalogRoutes(app: FastifyInstance, dependencies: CatalogDependencies): void {
  const { settings, storefrontReads, shownOffers: texts, shopSettings, lists: cache } = dependencies
  const toSeller = (request: FastifyRequest): Seller => ({ origin: getOrigin({ settings, request }), name: shopSettings.current.shop.name })
  const choose = () => storefrontReads.choose()

  defineUcpRoute(app, {
    method: 'POST',
    path: '/catalog/search',
    tool: { name: 'search_catalog', argument: 'catalog', description: 'Search the products on sale by text and filters.' },
    capabilities: ['dev.ucp.shopping.catalog.search'],
    body: searchRequest,
    handle: ({ body, request }) => searchCatalog({ database: choose(), cache, texts, seller: toSeller(request), request: body }),
  })

  defineUcpRoute(app, {
    method: 'POST',
    path: '/catalog/lookup',
    tool: { name: 'lookup_catalog', argument: 'catalog', description: 'Find products by ids of products or variants.' },
    capabilities: ['dev.ucp.shopping.catalog.lookup'],
    body: lookupRequest,
    handle: ({ body, request }) => lookupCatalog({ database: choose(), texts, seller: toSeller(request), request: body }),
  })

  defineUcpRoute(app, {
    method: 'POST',
    path: '/catalog/product',
    tool: { name: 'get_product', argument: 'catalog', description: 'Read one product with its colours, sizes, prices and stock.' },
    capabilities: ['dev.ucp.shopping.catalog.lookup'],
    body: productRequest,
    handle: ({ body, request }) => getProduct({ database: choose(), texts, seller: toSeller(request), request: body }),
  })
}
