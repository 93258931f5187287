import type { Product } from '#contract/products.ts'

/** The readable end of a product's address: search engines and people see it, the shop reads only the id. */
export function writeSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

export function writeProductHref({ _id, name }: Pick<Product, '_id' | 'name'>): string {
  const slug = writeSlug(name)
  return slug === '' ? `/product/${_id}` : `/product/${_id}/${slug}`
}
