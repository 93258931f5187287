import type { Thing } from 'schema-dts'
import type { Product } from '#contract/catalog/products.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import {
  type CollectionPage,
  type CollectionsPage,
  describeCollection,
  describeCollections,
  describeListing,
  type ListingPage,
} from './describe-listing.ts'
import { describeProduct } from './describe-product.ts'

interface RenderedPage {
  readonly routeId: string
  /** of the route */
  readonly loaderData: unknown
  readonly config: StoreConfig
}

/** The page in the words of schema.org; undefined for one that search engines do not list, or that has nothing to say to them. */
function describe({ routeId, loaderData, config }: RenderedPage): Thing[] | undefined {
  if (loaderData === undefined) return undefined
  if (routeId === 'home' || routeId === 'buy') return describeListing({ page: loaderData as ListingPage, config })
  if (routeId === 'product/:id/:slug?') return describeProduct({ product: loaderData as Product, config })
  if (routeId === 'collection/:slug') return describeCollection({ page: loaderData as CollectionPage, config })
  if (routeId === 'collections') return describeCollections({ page: loaderData as CollectionsPage, config })
  return undefined
}

/** The JSON-LD of a page, which no text can close. */
export function buildJsonLd(page: RenderedPage): string | undefined {
  const nodes = describe(page)
  return nodes && JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes }).replaceAll('<', '\\u003c')
}
