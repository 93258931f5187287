import { noListing, readParams, type ShopLinks } from './shop-links.ts'

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

/** Lists and products in the area of signed-in shoppers. */
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
