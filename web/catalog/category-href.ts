import type { Category } from '#contract/business.ts'
import { buildListingHref, type ListingQuery } from './listing.ts'

/** `demim` is the address that the specification writes; `denim` leads to the same list. */
const pathCategories: Readonly<Record<string, Category>> = {
  tee: 'TEE',
  jogger: 'JOGGER',
  hoodie: 'HOODIE',
  demim: 'DENIM',
  denim: 'DENIM',
}

const categoryPaths: Readonly<Record<Category, string>> = { TEE: 'tee', JOGGER: 'jogger', HOODIE: 'hoodie', DENIM: 'demim' }

/** The category that a list's address names in its second part; undefined for the list of all products. */
export function findCategory(pathname: string): Category | undefined {
  return pathCategories[pathname.split('/')[2]?.toLowerCase() ?? '']
}

/** In this area a category is a path of its own and not a word of the query. */
export function buildCategoryHref({ category, ...query }: Partial<ListingQuery>): string {
  return buildListingHref(`/UserDashboard/${category === undefined ? 'product' : categoryPaths[category]}`, query)
}
