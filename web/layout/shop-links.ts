import { productHref } from '#contract/catalog/product-url.ts'
import { toCategoryKey } from '#contract/kernel/business.ts'

/** Where one finds lists and products: in the public shop, or in the area of signed-in shoppers. */
export interface ShopLinks {
  /** the list of all products, which takes a search as `?q=` */
  readonly listPath: string
  readonly buildCategoryHref: (key: string) => string
  readonly buildProductHref: (product: { _id: string; name: string }) => string
  /** the category and the search of the list that a page is; both empty on other pages */
  readonly readListing: (location: { pathname: string; search: string }) => { category: string; q: string }
}

/** The category and the search of a query string. */
export const readParams = (search: string) => {
  const params = new URLSearchParams(search)
  return { category: toCategoryKey(params.get('category') ?? ''), q: params.get('q') ?? '' }
}

export const noListing = { category: '', q: '' }

/** Lists and products in the public shop. */
export const publicShopLinks: ShopLinks = {
  listPath: '/buy',
  buildCategoryHref: (key) => `/buy?category=${key}`,
  buildProductHref: productHref,
  readListing: ({ pathname, search }) => (/^\/(buy(\/|$)|$)/i.test(pathname) ? readParams(search) : noListing),
}
