import type { Thing } from 'schema-dts'
import { paging } from '#contract/business.ts'
import type { Product } from '#contract/catalog/products.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { buildListingHref, formatListingTitle, isPlainList, type Listing, type ListingQuery } from '../listing/listing.ts'
import { describeBreadcrumbs, describeItems } from './describe-list.ts'
import { describeStore } from './describe-store.ts'

const allClothing = { name: 'All clothing', path: '/buy' }
const collections = { name: 'Collections', path: '/collections' }

export interface ListingPage {
  readonly query: ListingQuery
  readonly listing: Listing
}

/** A list: its products, the list above it, and on the first page the shop. */
export function describeListing({ page: { query, listing }, config }: { page: ListingPage; config: StoreConfig }): Thing[] | undefined {
  if (query.page > listing.pages || !isPlainList(query)) return undefined
  const { origin, categories } = config
  const { category } = query
  const { products, total, page } = listing
  const name = formatListingTitle({ q: '', category, categories })
  const steps = [allClothing, { name, path: buildListingHref('/buy', { category }) }]
  return [
    ...(category === undefined && page === 1 ? describeStore({ config }) : []),
    ...(category === undefined ? [] : [describeBreadcrumbs({ origin, steps })]),
    describeItems({ origin, name, products, total, before: (page - 1) * paging.productsPerPage }),
  ]
}

export interface CollectionPage {
  readonly slug: string
  readonly title: string
  readonly products: readonly Product[]
}

/** A collection: the list above it and its products. */
export function describeCollection({ page: { slug, title, products }, config }: { page: CollectionPage; config: StoreConfig }): Thing[] {
  const { origin } = config
  const steps = [allClothing, collections, { name: title, path: `/collection/${slug}` }]
  return [describeBreadcrumbs({ origin, steps }), describeItems({ origin, name: title, products, total: products.length })]
}

/** The list of collections: the list above it. */
export const describeCollections = ({ origin }: StoreConfig): Thing[] => [
  describeBreadcrumbs({ origin, steps: [allClothing, collections] }),
]
