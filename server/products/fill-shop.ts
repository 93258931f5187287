import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type DemoProduct, demoProducts } from '#catalog/products.ts'
import { paise } from '#contract/money.ts'
import type { Database } from '../database/tables.ts'
import type { ImageStore } from './image-store.ts'

const pictures = join(import.meta.dirname, '../../catalog/pictures')

/** Puts the demo catalogue into a shop that never had a product. Returns how many were added. */
export async function fillEmptyShop({ database, images }: { database: Database; images: ImageStore }): Promise<number> {
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

/** A key made of name and content: another picture is another key, so pictures may be cached for ever. */
async function keepPicture({ images, product }: { images: ImageStore; product: DemoProduct }): Promise<string> {
  const master = await readFile(join(pictures, `${product.slug}.webp`))
  const imageKey = `${product.slug}-${createHash('sha256').update(master).digest('hex').slice(0, 8)}`
  await images.write(`masters/${imageKey}.webp`, master)
  return imageKey
}
