import type { MetaDescriptor } from 'react-router'
import { type Listing, type ListingQuery, nameListing, writeListingHref } from '../listing.ts'
import type { StoreFacts } from '../load-context.ts'
import { pictureUrl } from '../ui/picture.tsx'

const description =
  'Tees, joggers, hoodie packs and denim cargos from a small Indian label. Free shipping across India, cash on delivery, 7 days to return.'

/** Title, description, canonical address, neighbours and link preview of a page of the storefront. */
export function describeStorefront({
  facts,
  data,
  base,
}: {
  facts: StoreFacts | undefined
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
    : `${nameListing(query)}${page > 1 ? `, page ${page}` : ''} · ${storeName}`
  const at = (number: number) => `${facts?.origin ?? ''}${writeListingHref(base, { page: number, q, category })}`
  const picture = known?.products[0]
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: at(page) },
    ...(page > 1 ? [{ tagName: 'link', rel: 'prev', href: at(page - 1) }] : []),
    ...(known !== undefined && page < known.pages ? [{ tagName: 'link', rel: 'next', href: at(page + 1) }] : []),
    // Searches are countless and hold nothing that the pages themselves do not.
    ...(q === '' ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: storeName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: at(page) },
    { property: 'og:locale', content: 'en_IN' },
    ...(picture === undefined
      ? []
      : [{ property: 'og:image', content: `${facts?.origin ?? ''}${pictureUrl({ image: picture.image, width: 1200, format: 'jpeg' })}` }]),
  ]
}
