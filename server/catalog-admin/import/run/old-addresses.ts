import { sql } from 'kysely'
import { productHref, toSlug } from '#contract/catalog/product-url.ts'
import type { Database } from '../../../database/schema.ts'
import { addImportedRedirects } from '../../../redirects/change-redirects.ts'
import type { Plan } from '../plan/import-plan.ts'

type OldAddress = Parameters<typeof addImportedRedirects>[0]['redirects'][number]

/** Where Shopify and WooCommerce have shown a new product. One that is divided by colour has been one page: it leads to the first colour. */
export function listProductAddresses({ productId, plan: { handle, product, details } }: { productId: string; plan: Plan }): OldAddress[] {
  if (handle === undefined || !product) return []
  const { style } = details ?? {}
  const handles = style !== undefined && handle.startsWith(`${style}-`) ? [handle, style] : [handle]
  const to = productHref({ _id: productId, name: product.name })
  return handles.flatMap((each) => ['/products/', '/product/'].map((path) => ({ from: path + encodeURIComponent(each), to })))
}

/**
 * Redirects the lists in which Shopify and WooCommerce have shown the products of a file: all of them, and those of each category by what
 * the file and the shop call it. A collection of the same name is meant first.
 */
export async function redirectCategories({ database, id }: { database: Database; id: string }): Promise<void> {
  const row = await database
    .selectFrom('product_imports')
    .select(['categories', 'format'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (row?.format !== 'shopify') return
  const own = await database
    .selectFrom('categories')
    .select(['key', 'name'])
    .where(
      sql<boolean>`key in (select plan->'product'->>'category' from product_import_items where import_id = ${id} and outcome in ('new', 'changed'))`,
    )
    .execute()
  const keys = new Set(own.map(({ key }) => key))
  const chosen = row.categories.flatMap(({ value, category }) =>
    category !== null && keys.has(category) ? [{ key: category, name: value }] : [],
  )
  const names = [...chosen, ...own].map(({ key, name }) => ({ key, slug: toSlug(name) })).filter(({ slug }) => slug !== '')
  const collections = await database
    .selectFrom('collections')
    .select('slug')
    .where('slug', 'in', names.length === 0 ? [''] : names.map(({ slug }) => slug))
    .execute()
  const redirects = names.flatMap(({ key, slug }) => {
    const to = collections.some((each) => each.slug === slug) ? `/collection/${slug}` : `/buy?category=${encodeURIComponent(key)}`
    return ['/collections/', '/product-category/'].map((path) => ({ from: path + slug, to }))
  })
  const all = ['/collections/all', '/shop'].map((from) => ({ from, to: '/buy' }))
  await database.transaction().execute((transaction) => addImportedRedirects({ transaction, redirects: [...redirects, ...all] }))
}
