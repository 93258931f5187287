import type { Thing } from 'schema-dts'
import type { CollectionCard } from '#contract/catalog/collections.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product } from '#contract/catalog/products.ts'
import { paging } from '#contract/kernel/business.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { buildListingHref, formatListingTitle, isPlainList, type Listing, type ListingQuery } from '../listing/listing.ts'
import { describeBreadcrumbs, describeItems } from './describe-list.ts'
import { describeStore } from './describe-store.ts'

const allClothing = { name: 'All clothing', path: '/buy' }
const collections = { name: 'Collections', path: '/collections' }
const buildCollectionPath = (slug: string) => `/collection/${slug}`
const toItem = (product: Product) => ({ name: product.name, path: productHref(product) })

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
    describeItems({ origin, name, items: products.map(toItem), total, before: (page - 1) * paging.productsPerPage }),
  ]
}

export interface CollectionPage {
  readonly slug: string
  readonly title: string
  readonly products: readonly Product[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

interface DescribeCollection {
  readonly page: CollectionPage
  readonly config: StoreConfig
}

/** A collection: the list above it and the products of the page. */
export function describeCollection({ page: collection, config: { origin } }: DescribeCollection): Thing[] | undefined {
  const { slug, title, products, total, page, pages } = collection
  if (page > pages) return undefined
  const steps = [allClothing, collections, { name: title, path: buildCollectionPath(slug) }]
  const before = (page - 1) * paging.collectionProductsPerPage
  return [describeBreadcrumbs({ origin, steps }), describeItems({ origin, name: title, items: products.map(toItem), total, before })]
}

export interface CollectionsPage {
  readonly collections: readonly Pick<CollectionCard, 'slug' | 'title'>[]
}

/** The list of collections: the list above it and its collections. */
export function describeCollections({ page, config: { origin } }: { page: CollectionsPage; config: StoreConfig }): Thing[] {
  const items = page.collections.map(({ slug, title }) => ({ name: title, path: buildCollectionPath(slug) }))
  return [
    describeBreadcrumbs({ origin, steps: [allClothing, collections] }),
    describeItems({ origin, name: collections.name, items, total: items.length }),
  ]
}
