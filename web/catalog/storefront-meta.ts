import type { MetaDescriptor } from 'react-router'
import { policy } from '#contract/business.ts'
import type { StoreConfig } from '../api/load-context.ts'
import { describeSocialCard } from '../layout/social-card.ts'
import { toImageUrl } from '../ui/picture.tsx'
import { buildListingHref, formatListingTitle, type Listing, type ListingQuery } from './listing.ts'

const description = `Tees, joggers, hoodie packs and denim cargos from a small Indian label. Free shipping across India, cash on delivery, ${policy.returnWindowDays} days to return.`

/** Title, description, canonical address, neighbours and link preview of a page of the storefront. */
export function describeStorefront({
  facts,
  data,
  base,
}: {
  facts: StoreConfig | undefined
  data: { query: ListingQuery; listing: Listing | Promise<Listing> } | undefined
  base: string
}): MetaDescriptor[] {
  const storeName = facts?.storeName ?? ''
  if (data === undefined) return [{ title: storeName }]
  const { query, listing } = data
  const { page, q, category } = query
  const known = listing instanceof Promise ? undefined : listing
  const plain = page === 1 && q === '' && category === undefined
  const title = plain
    ? `${storeName} · Clothes for every day, sent free across India`
    : `${formatListingTitle(query)}${page > 1 ? `, page ${page}` : ''} · ${storeName}`
  const at = (number: number) => `${facts?.origin ?? ''}${buildListingHref(base, { page: number, q, category })}`
  const picture = known?.products[0]
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: at(page) },
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: at(page - 1) }] : []),
    ...(known !== undefined && page < known.pages ? [{ tagName: 'link', rel: 'next', href: at(page + 1) }] : []),
    // Searches and filters are countless and hold nothing that the pages themselves do not.
    ...(q === '' && query.price === undefined && !query.inStock ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: at(page) },
    { property: 'og:locale', content: 'en_IN' },
    // The front page stands for the whole shop, whichever piece is the newest.
    ...(picture === undefined || plain
      ? describeSocialCard(facts?.origin ?? '')
      : [{ property: 'og:image', content: `${facts?.origin ?? ''}${toImageUrl({ image: picture.image, width: 1200, format: 'jpeg' })}` }]),
  ]
}
