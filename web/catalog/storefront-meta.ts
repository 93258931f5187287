import type { MetaDescriptor } from 'react-router'
import { policy } from '#contract/business.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { describePage } from '../layout/page-meta.ts'
import { buildListingHref, formatListingTitle, type Listing, type ListingQuery } from './listing.ts'

const description = `Tees, joggers, hoodie packs and denim cargos from an independent Indian label. Free shipping across India, cash on delivery and ${policy.returnWindowDays}-day returns.`

/** The meta tags of a storefront page, with links to its neighbours. */
export function describeStorefront({
  config,
  data,
  base,
}: {
  config: StoreConfig | undefined
  data: { query: ListingQuery; listing: Listing | Promise<Listing> } | undefined
  base: string
}): MetaDescriptor[] {
  const { storeName = '', origin = '' } = config ?? {}
  if (data === undefined) return [{ title: storeName }]
  const { query, listing } = data
  const { page, q, category } = query
  const loaded = listing instanceof Promise ? undefined : listing
  const isFrontPage = page === 1 && q === '' && category === undefined
  const pagePath = (number: number) => buildListingHref(base, { page: number, q, category })
  return [
    ...describePage({
      config,
      path: pagePath(page),
      title: isFrontPage
        ? `${storeName} · Everyday clothing, free shipping across India`
        : `${formatListingTitle(query)}${page > 1 ? `, page ${page}` : ''} · ${storeName}`,
      description,
      product: isFrontPage ? undefined : loaded?.products[0],
    }),
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: origin + pagePath(page - 1) }] : []),
    ...(loaded !== undefined && page < loaded.pages ? [{ tagName: 'link', rel: 'next', href: origin + pagePath(page + 1) }] : []),
    // Search and filter results duplicate the regular pages.
    ...(q === '' && query.price === undefined && !query.inStock ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
  ]
}
