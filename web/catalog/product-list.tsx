import { call, fetchWithRetry } from '../api/client.ts'
import type { Route } from './+types/product-list'
import { buildCategoryHref, findCategory } from './category-href.ts'
import { formatListingTitle, type ListingQuery, loadListing, parseListingQuery } from './listing.ts'
import { ListingSection } from './listing-section.tsx'
import { buildShopperProductHref } from './shopper-product-href.ts'

/** Answers at once with a promise: the address, the title and the spinner do not wait for the products. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const query: ListingQuery = { ...parseListingQuery({ page: params.page, search: searchParams }), category: findCategory(pathname) }
  return { asked: performance.now(), query, listing: loadListing({ call, query, retry: fetchWithRetry }) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData ? formatListingTitle(loaderData.query) : 'Clothes'} · ${matches[0]?.loaderData?.storeName ?? ''}` },
]

/** The list of all products and those of the categories: one screen, told apart by its address. */
export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { asked, query, listing } = loaderData
  return (
    <ListingSection
      listing={listing}
      query={query}
      buildHref={buildCategoryHref}
      buildProductHref={buildShopperProductHref}
      asked={asked}
      opened={false}
      title={formatListingTitle(query)}
      titleLevel={1}
    />
  )
}
