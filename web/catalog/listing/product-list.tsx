import type { Product } from '#contract/catalog/products.ts'
import type { Size } from '#contract/kernel/business.ts'
import { call, fetchWithRetry } from '../../api/client.ts'
import { findPathCategory } from '../../layout/shopper-links.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import type { Route } from './+types/product-list'
import { CardActions } from './card-actions.tsx'
import { buildCategoryHref } from './category-href.ts'
import { CategoryIntro } from './category-intro.tsx'
import { addSize, findOnlySize, formatListingTitle, type ListingQuery, loadFacets, loadListing, parseListingQuery } from './listing.ts'
import { ListingSection } from './listing-section.tsx'

/** Returns the listing as a promise, so that the page shows its heading and spinner at once. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const parsed = parseListingQuery({ page: params.page, search: searchParams })
  const query: ListingQuery = { ...parsed, category: findPathCategory(pathname) ?? parsed.category }
  return {
    requestedAt: performance.now(),
    query,
    listing: loadListing({ call, query, retry: fetchWithRetry }),
    facets: loadFacets({ call, query }),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: `${loaderData ? formatListingTitle({ ...loaderData.query, categories: matches[0]?.loaderData?.categories }) : 'Products'} · ${matches[0]?.loaderData?.storeName ?? ''}`,
  },
]

/** The dashboard's list of all products and of each category. */
export default function ProductList({ loaderData }: Route.ComponentProps) {
  const { categories } = useStoreConfig()
  const mySize = findOnlySize(loaderData.query)
  return (
    <ListingSection
      {...loaderData}
      buildHref={buildCategoryHref}
      buildProductHref={(product) => buildShopperProductHref({ product, size: mySize })}
      renderActions={(product) => <CardActions key={mySize ?? ''} product={product} mySize={mySize} />}
      hasHero={false}
      title={formatListingTitle({ ...loaderData.query, categories })}
      titleLevel={1}
      intro={<CategoryIntro query={loaderData.query} />}
    />
  )
}

/** A product without an id is only logged (spec §2). */
function buildShopperProductHref({ product: { _id, name }, size }: { product: Product; size: Size | undefined }): string | undefined {
  if (_id) return addSize({ href: `/UserDashboard/productPage/${_id}`, size })
  console.error('A product without an id cannot be opened:', name)
  return undefined
}
