import { type Category, paging } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import type { Call } from '../api/client.ts'
import type { Listing } from './listing.ts'

/** What the opening shows and where its one action leads. */
export const heroCategory: Category = 'HOODIE'

/** The newest pack that can be bought and that the list below does not show anyway. The shop does not wait for it long. */
export async function loadHeroProduct({ call, listing }: { call: Call; listing: Promise<Listing> }): Promise<Product | undefined> {
  try {
    const [reply, { products: shown }] = await Promise.all([
      call('getAllProducts', { query: { page: 1, limit: paging.productsPerPage, category: heroCategory, sort: 'newest' } }),
      listing,
    ])
    const packs = Array.isArray(reply) ? reply : reply.products
    const sold = packs.filter(({ stock }) => stock > 0)
    return sold.find(({ _id }) => !shown.some((product) => product._id === _id)) ?? sold[0] ?? packs[0]
  } catch {
    return undefined
  }
}
