import { type Category, categories, paging } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import type { Call, CallOptions } from '../api/client.ts'
import { buildCategoryHref } from './category-href.ts'

export interface CategoryTileData {
  readonly label: string
  /** what is behind it, in a few words */
  readonly words: string
  readonly to: string
}

const words = {
  TEE: 'Short sleeves, every day',
  JOGGER: 'For days that take their time',
  HOODIE: 'Hoodies, cheaper together',
  DENIM: 'Cargos with room to carry',
} as const satisfies Record<Category, string>
const order = Object.keys(words) as Category[]

export const tiles: readonly CategoryTileData[] = [
  ...order.map((category) => ({ label: categories[category].title, words: words[category], to: buildCategoryHref({ category }) })),
  { label: 'All Products', words: 'The whole rail', to: buildCategoryHref({}) },
]

/** For each tile the product whose picture it shows, if there is one. */
export type TileProducts = readonly (Product | undefined)[]

/** The first product of each category, and for the list of all one that no other tile shows. Never throws: a tile works without. */
export async function loadTileProducts({
  call,
  retry,
}: {
  call: Call
  retry: <Data>(load: (options: CallOptions) => Promise<Data>) => Promise<Data>
}): Promise<TileProducts> {
  const loadFirst = async ({ category, limit }: { category?: Category; limit: number }): Promise<readonly Product[]> => {
    const reply = await retry((options) => call('getAllProducts', { query: { page: 1, limit, category } }, options)).catch(() => [])
    return Array.isArray(reply) ? reply : reply.products
  }
  const [all, ...firsts] = await Promise.all([
    loadFirst({ limit: paging.productsPerPage }),
    ...order.map((category) => loadFirst({ category, limit: 1 })),
  ])
  const shown = firsts.map(([first]) => first)
  const other = all.find(({ _id }) => !shown.some((product) => product?._id === _id)) ?? all[0]
  return [...shown, other]
}
