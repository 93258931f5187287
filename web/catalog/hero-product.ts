import { type Category, paging } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import type { Call } from '../api/client.ts'
import type { Listing } from './listing.ts'

/** The category that the hero shows and links to. */
export const heroCategory: Category = 'HOODIE'

/** The newest product of the category that is in stock and, if possible, not on the listing's page. Never throws. */
export async function loadHeroProduct({ call, listing }: { call: Call; listing: Promise<Listing> }): Promise<Product | undefined> {
  try {
    const [reply, { products: listed }] = await Promise.all([
      call('getAllProducts', { query: { page: 1, limit: paging.productsPerPage, category: heroCategory, sort: 'newest' } }),
      listing,
    ])
    const products = Array.isArray(reply) ? reply : reply.products
    const inStock = products.filter(({ stock }) => stock > 0)
    return inStock.find(({ _id }) => !listed.some((product) => product._id === _id)) ?? inStock[0] ?? products[0]
  } catch {
    return undefined
  }
}
