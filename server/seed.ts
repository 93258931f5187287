import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { paise } from '#contract/money.ts'
import { type DemoProduct, demoProducts } from '#demo/products/products.ts'
import type { Database } from './database/schema.ts'
import type { ImageStore } from './products/image-store.ts'
import { storeOriginal } from './products/store-original.ts'

const pictures = join(import.meta.dirname, '../demo/pictures')

/** Puts the demo catalogue into a shop that never had a product. Returns how many were added. */
export async function seedDemoProducts({ database, images }: { database: Database; images: ImageStore }): Promise<number> {
  return database.transaction().execute(async (trx) => {
    // Of several servers that start at once, one fills the shop.
    await sql`lock table products in exclusive mode`.execute(trx)
    const any = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()
    if (any) return 0
    const listed = Date.now()
    const rows = await Promise.all(
      demoProducts.map(async (product, place) => ({
        name: product.name,
        description: product.description,
        category: product.category,
        price_paise: paise(product.pricePaise),
        stock: product.stock,
        backdrop: product.backdrop,
        image_key: await keepPicture({ images, product }),
        // Lists show the newest first, so the first of the catalogue is made the newest.
        created_at: new Date(listed - place * 60_000),
      })),
    )
    await trx.insertInto('products').values(rows).execute()
    return rows.length
  })
}

async function keepPicture({ images, product }: { images: ImageStore; product: DemoProduct }): Promise<string> {
  return storeOriginal({ images, slug: product.slug, master: await readFile(join(pictures, `${product.slug}.webp`)) })
}
