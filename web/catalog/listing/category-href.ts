import { findCategoryPath, shopperShopLinks } from '../../layout/shopper-links.ts'
import { buildListingHref, type ListingQuery } from './listing.ts'

/** The URL of a dashboard listing. The first four categories have paths of their own. */
export function buildCategoryHref({ category, ...query }: Partial<ListingQuery>): string {
  const path = findCategoryPath(category)
  if (path !== undefined) return buildListingHref(path, query)
  return buildListingHref(shopperShopLinks.listPath, { ...query, category })
}
