import type { Product } from '#contract/products.ts'

/** Where a card leads. A product without an id leads nowhere, which is only noted (spec §2). */
export function buildShopperProductHref({ _id, name }: Pick<Product, '_id' | 'name'>): string | undefined {
  if (_id) return `/UserDashboard/productPage/${_id}`
  console.error('A product without an id cannot be opened:', name)
  return undefined
}
