import type { Category } from '#contract/business.ts'
import { buildListingHref, type ListingQuery } from './listing.ts'

/** `demim` is the spelling of the specification; `denim` works too. */
const pathCategories: Readonly<Record<string, Category>> = {
  tee: 'TEE',
  jogger: 'JOGGER',
  hoodie: 'HOODIE',
  demim: 'DENIM',
  denim: 'DENIM',
}

const categoryPaths: Readonly<Record<Category, string>> = { TEE: 'tee', JOGGER: 'jogger', HOODIE: 'hoodie', DENIM: 'demim' }

/** The category of a dashboard listing by its path; undefined for the list of all products. */
export function findCategory(pathname: string): Category | undefined {
  return pathCategories[pathname.split('/')[2]?.toLowerCase() ?? '']
}

/** The URL of a dashboard listing, where each category has its own path. */
export function buildCategoryHref({ category, ...query }: Partial<ListingQuery>): string {
  return buildListingHref(`/UserDashboard/${category === undefined ? 'product' : categoryPaths[category]}`, query)
}
