import { buildListingHref, type ListingQuery } from './listing.ts'

/** `demim` is the spelling of the specification; `denim` works too. */
const pathCategories: Readonly<Record<string, string>> = {
  tee: 'TEE',
  jogger: 'JOGGER',
  hoodie: 'HOODIE',
  demim: 'DENIM',
  denim: 'DENIM',
}

const categoryPaths: Readonly<Record<string, string>> = { TEE: 'tee', JOGGER: 'jogger', HOODIE: 'hoodie', DENIM: 'demim' }

/** The category of a dashboard listing by its path; undefined for the list of all products. */
export function findCategory(pathname: string): string | undefined {
  return pathCategories[pathname.split('/')[2]?.toLowerCase() ?? '']
}

/** The URL of a dashboard listing. The first four categories have paths of their own. */
export function buildCategoryHref({ category, ...query }: Partial<ListingQuery>): string {
  const path = categoryPaths[category ?? '']
  if (path !== undefined) return buildListingHref(`/UserDashboard/${path}`, query)
  return buildListingHref('/UserDashboard/product', { ...query, category })
}
