import { toCategoryKey } from '#contract/business.ts'
import { productHref } from '#contract/catalog/product-url.ts'

/** Where one finds lists and products: in the public shop, or in the area of signed-in shoppers. */
export interface ShopLinks {
  /** the list of all products, which takes a search as `?q=` */
  readonly listPath: string
  readonly buildCategoryHref: (key: string) => string
  readonly buildProductHref: (product: { _id: string; name: string }) => string
  /** the category and the search of the list that a page is; both empty on other pages */
  readonly readListing: (location: { pathname: string; search: string }) => { category: string; q: string }
}

const readParams = (search: string) => {
  const params = new URLSearchParams(search)
  return { category: toCategoryKey(params.get('category') ?? ''), q: params.get('q') ?? '' }
}

const noListing = { category: '', q: '' }

export const publicShopLinks: ShopLinks = {
  listPath: '/buy',
  buildCategoryHref: (key) => `/buy?category=${key}`,
  buildProductHref: productHref,
  readListing: ({ pathname, search }) => (/^\/(buy(\/|$)|$)/i.test(pathname) ? readParams(search) : noListing),
}

/** `demim` is the spelling of the specification; `denim` works too. */
const pathCategories: Readonly<Record<string, string>> = {
  tee: 'TEE',
  jogger: 'JOGGER',
  hoodie: 'HOODIE',
  demim: 'DENIM',
  denim: 'DENIM',
}

const categoryPaths: Readonly<Record<string, string>> = { TEE: 'tee', JOGGER: 'jogger', HOODIE: 'hoodie', DENIM: 'demim' }

/** The category of a shopper's list by its path; undefined for the list of all products and on other pages. */
export const findPathCategory = (pathname: string): string | undefined => pathCategories[pathname.split('/')[2]?.toLowerCase() ?? '']

/** The path of a shopper's list of one category; undefined without a path of its own. */
export function findCategoryPath(key: string | undefined): string | undefined {
  const name = categoryPaths[key ?? '']
  return name && `/UserDashboard/${name}`
}

export const shopperShopLinks: ShopLinks = {
  listPath: '/UserDashboard/product',
  buildCategoryHref: (key) => findCategoryPath(key) ?? `/UserDashboard/product?category=${key}`,
  buildProductHref: ({ _id }) => `/UserDashboard/productPage/${_id}`,
  readListing: ({ pathname, search }) => {
    const category = findPathCategory(pathname)
    if (category !== undefined) return { ...readParams(search), category }
    return /^\/UserDashboard\/product(\/|$)/i.test(pathname) ? readParams(search) : noListing
  },
}
