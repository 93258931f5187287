import type { OnlineStore, Thing, WebSite } from 'schema-dts'
import type { CollectionCard } from '#contract/catalog/collections.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import type { Product } from '#contract/catalog/products.ts'
import { paging } from '#contract/kernel/business.ts'
import { serviceHours } from '#contract/kernel/limits/service-hours.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { buildListingHref, formatListingTitle, isPlainList, type Listing, type ListingQuery } from '../listing/listing.ts'
import { describeBreadcrumbs, describeItems } from './describe-list.ts'
import { describeReturns, describeShippingService, hasShippingDetails } from './policies.ts'

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

const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The shop and its site, for the first page. */
function describeStore({ config }: { config: StoreConfig }): [OnlineStore, WebSite] {
  const { origin, storeName, storeEmail, storePhone, storeAddress, gstin, description, socialUrl, policies, icon, texts } = config
  const socialUrls = [socialUrl, ...(config.moreSocialUrls ?? [])].filter((href) => href !== '')
  const url = `${origin}/`
  const contact = { email: storeEmail, telephone: storePhone }
  const store: OnlineStore = {
    '@type': 'OnlineStore',
    '@id': `${url}#store`,
    name: storeName,
    url,
    description,
    logo: `${origin}${icon ?? ''}/icon-512.png`,
    ...contact,
    ...(storeAddress !== null && { address: storeAddress }),
    ...(gstin !== null && { taxID: gstin }),
    ...(socialUrls.length > 0 && { sameAs: socialUrls }),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      ...contact,
      areaServed: 'IN',
      // Hours that the owner has written are a sentence.
      ...(texts?.serviceHours === undefined && {
        hoursAvailable: {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: workdays.map((day) => `https://schema.org/${day}` as const),
          opens: serviceHours.from,
          closes: serviceHours.to,
        },
      }),
    },
    hasMerchantReturnPolicy: describeReturns({ id: `${url}#returns`, origin, policies }),
    ...(hasShippingDetails(policies) && { hasShippingService: describeShippingService(policies) }),
  }
  return [store, { '@type': 'WebSite', '@id': `${url}#website`, name: storeName, url, publisher: { '@id': `${url}#store` } }]
}
