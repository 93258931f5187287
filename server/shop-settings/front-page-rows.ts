import type { FrontPageRow, ShownRow } from '#contract/settings/front-page.ts'
import { parseRichText } from '#contract/settings/rich-text.ts'
import { readCollection } from '../catalog/collections/collections.ts'
import { presentProduct } from '../catalog/product/product-row.ts'
import { findShown } from '../catalog/product/repository.ts'
import { isUuid } from '../database/is-uuid.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../kernel/errors.ts'

/** Products that a row of a collection or a category shows. */
const rowLength = 5

async function listCategoryProducts({ database, key }: { database: Database; key: string }) {
  const rows = await database
    .selectFrom('products')
    .select('products.id')
    .where('category', '=', key)
    .where(onSale)
    .orderBy('products.created_at', 'desc')
    .limit(rowLength)
    .execute()
  return listProducts({ database, ids: rows.map(({ id }) => id) })
}

/** The products on sale, in the order of the ids. */
async function listProducts({ database, ids }: { database: Database; ids: readonly string[] }) {
  return (await findShown({ database, ids: ids.filter(isUuid) })).map(presentProduct)
}

async function showRow({ database, row }: { database: Database; row: FrontPageRow }): Promise<ShownRow | undefined> {
  switch (row.kind) {
    case 'picture':
      return { ...row, text: parseRichText(row.text) }
    case 'products':
      return { kind: 'products', title: row.title, href: null, products: await listProducts({ database, ids: row.productIds }) }
    case 'category': {
      const category = await database.selectFrom('categories').select('name').where('key', '=', row.key).executeTakeFirst()
      const products = await listCategoryProducts({ database, key: row.key })
      return category && { kind: 'products', title: category.name, href: `/buy?category=${encodeURIComponent(row.key)}`, products }
    }
    default: {
      const collection = await readCollection({ database, slug: row.slug, page: 1 }).catch((error: unknown) => {
        if (error instanceof AppError) return undefined
        throw error
      })
      if (!collection) return undefined
      const { title, slug, products } = collection
      return { kind: 'products', title, href: `/collection/${slug}`, products: products.slice(0, rowLength) }
    }
  }
}

/** What the rows of the front page show. Rows without a product on sale are left out. */
export async function showRows({ database, rows }: { database: Database; rows: readonly FrontPageRow[] }): Promise<ShownRow[]> {
  const shown = await Promise.all(rows.map((row) => showRow({ database, row })))
  return shown.flatMap((row) => (row === undefined || (row.kind === 'products' && row.products.length === 0) ? [] : [row]))
}
