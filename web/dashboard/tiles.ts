import type { Product } from '#contract/catalog/products.ts'
import { paging } from '#contract/kernel/business.ts'
import type { Call, CallOptions } from '../api/client.ts'
import { buildCategoryHref } from '../catalog/listing/category-href.ts'

export interface CategoryTileData {
  readonly label: string
  readonly subtitle: string
  readonly to: string
}

/** The tiles of the specification. */
const tileTexts = [
  { category: 'TEE', label: 'Elite Tee', subtitle: 'Everyday short sleeves' },
  { category: 'JOGGER', label: 'Jogger', subtitle: 'Relaxed, easy fits' },
  { category: 'HOODIE', label: 'Discounted Pack', subtitle: 'Save on hoodie packs' },
  { category: 'DENIM', label: 'Denim', subtitle: 'Roomy cargo pants' },
] as const

export const tiles: readonly CategoryTileData[] = [
  ...tileTexts.map(({ category, ...texts }) => ({ ...texts, to: buildCategoryHref({ category }) })),
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
  const loadFirst = async ({ category, limit }: { category?: string; limit: number }): Promise<readonly Product[]> => {
    const reply = await retry((options) => call('GET /products/getAll', { query: { page: 1, limit, category } }, options)).catch(() => [])
    return Array.isArray(reply) ? reply : reply.products
  }
  const [all, ...firsts] = await Promise.all([
    loadFirst({ limit: paging.productsPerPage }),
    ...tileTexts.map(({ category }) => loadFirst({ category, limit: 1 })),
  ])
  const shown = firsts.map(([first]) => first)
  const other = all.find(({ _id }) => !shown.some((product) => product?._id === _id)) ?? all[0]
  return [...shown, other]
}
