import { type Category, categories, paging } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import type { Call, CallOptions } from '../api/client.ts'
import { buildCategoryHref } from './category-href.ts'

export interface CategoryTileData {
  readonly label: string
  readonly subtitle: string
  readonly to: string
}

const subtitles = {
  TEE: 'Everyday short sleeves',
  JOGGER: 'Relaxed, easy fits',
  HOODIE: 'Save on hoodie packs',
  DENIM: 'Roomy cargo pants',
} as const satisfies Record<Category, string>
const tileCategories = Object.keys(subtitles) as Category[]

export const tiles: readonly CategoryTileData[] = [
  ...tileCategories.map((category) => ({
    label: categories[category].title,
    subtitle: subtitles[category],
    to: buildCategoryHref({ category }),
  })),
  { label: 'All Products', subtitle: 'Browse the full range', to: buildCategoryHref({}) },
]

/** The product shown on each tile. */
export type TileProducts = readonly (Product | undefined)[]

/** Loads the first product of each category, and another one for the last tile. Never throws: a tile works without a picture. */
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
    ...tileCategories.map((category) => loadFirst({ category, limit: 1 })),
  ])
  const shown = firsts.map(([first]) => first)
  const other = all.find(({ _id }) => !shown.some((product) => product?._id === _id)) ?? all[0]
  return [...shown, other]
}
