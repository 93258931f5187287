import type { MetaDescriptor } from 'react-router'
import { policy } from '#contract/business.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { describeSocialCard } from '../layout/social-card.ts'
import { toImageUrl } from '../ui/picture.tsx'
import { buildListingHref, formatListingTitle, type Listing, type ListingQuery } from './listing.ts'

const description = `Tees, joggers, hoodie packs and denim cargos from an independent Indian label. Free shipping across India, cash on delivery and ${policy.returnWindowDays}-day returns.`

/** Title, description, canonical URL, rel links and link preview of a storefront page. */
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
  const title = isFrontPage
    ? `${storeName} · Everyday clothing, free shipping across India`
    : `${formatListingTitle(query)}${page > 1 ? `, page ${page}` : ''} · ${storeName}`
  const pageUrl = (number: number) => `${origin}${buildListingHref(base, { page: number, q, category })}`
  const firstProduct = loaded?.products[0]
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: pageUrl(page) },
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: pageUrl(page - 1) }] : []),
    ...(loaded !== undefined && page < loaded.pages ? [{ tagName: 'link', rel: 'next', href: pageUrl(page + 1) }] : []),
    // Search and filter results duplicate the regular pages.
    ...(q === '' && query.price === undefined && !query.inStock ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: pageUrl(page) },
    { property: 'og:locale', content: 'en_IN' },
    ...(firstProduct === undefined || isFrontPage
      ? describeSocialCard(origin)
      : [{ property: 'og:image', content: `${origin}${toImageUrl({ image: firstProduct.image, width: 1200, format: 'jpeg' })}` }]),
  ]
}
