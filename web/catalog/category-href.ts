import type { Category } from '#contract/business.ts'
import { type ListingQuery, writeListingHref } from './listing.ts'

/** `demim` is the address that the specification writes; `denim` leads to the same list. */
const categoryOfPath: Readonly<Record<string, Category>> = {
  tee: 'TEE',
  jogger: 'JOGGER',
  hoodie: 'HOODIE',
  demim: 'DENIM',
  denim: 'DENIM',
}

const pathOfCategory: Readonly<Record<Category, string>> = { TEE: 'tee', JOGGER: 'jogger', HOODIE: 'hoodie', DENIM: 'demim' }

/** The category that a list's address names in its second part; undefined for the list of all products. */
export function findCategory(pathname: string): Category | undefined {
  return categoryOfPath[pathname.split('/')[2]?.toLowerCase() ?? '']
}

/** In this area a category is a path of its own and not a word of the query. */
export function writeListHref({ category, ...query }: Partial<ListingQuery>): string {
  return writeListingHref(`/UserDashboard/${category === undefined ? 'product' : pathOfCategory[category]}`, query)
}
