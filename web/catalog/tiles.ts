import { type Category, categories, paging } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import type { Call, CallOptions } from '../api/client.ts'
import { writeListHref } from './category-href.ts'

export interface Tile {
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

export const tiles: readonly Tile[] = [
  ...order.map((category) => ({ label: categories[category].title, words: words[category], to: writeListHref({ category }) })),
  { label: 'All Products', words: 'The whole rail', to: writeListHref({}) },
]

/** For each tile the product whose picture it shows, if there is one. */
export type TilePictures = readonly (Product | undefined)[]

/** The first product of each category, and for the list of all one that no other tile shows. Never throws: a tile works without. */
export async function loadTilePictures({
  call,
  patiently,
}: {
  call: Call
  patiently: <Data>(load: (options: CallOptions) => Promise<Data>) => Promise<Data>
}): Promise<TilePictures> {
  const loadFirst = async ({ category, limit }: { category?: Category; limit: number }): Promise<readonly Product[]> => {
    const reply = await patiently((options) => call('getAllProducts', { query: { page: 1, limit, category } }, options)).catch(() => [])
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
