import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { firstCategories } from '#contract/catalog/categories.ts'
import { paise } from '#contract/kernel/money.ts'
import { demoAudience, demoCategories, firstDescriptions } from '#demo/products/categories.ts'
import { demoCollections, demoHero } from '#demo/products/collections.ts'
import { demoProducts } from '#demo/products/products.ts'
import type { ImageStore } from './catalog/pictures/image-store.ts'
import { storeOriginal } from './catalog/pictures/store-original.ts'
import { imagePath } from './catalog/product/product-row.ts'
import type { Database, Transaction } from './database/schema.ts'

const imageFolder = join(import.meta.dirname, '../demo/pictures')

/** Adds the demo products, their categories and collections, and the picture of the front page to a shop that has never had a product. Returns their number. */
export async function seedDemoProducts({ database, images }: { database: Database; images: ImageStore }): Promise<number> {
  return database.transaction().execute(async (trx) => {
    // One of several servers that start at the same time adds them.
    await sql`lock table products in exclusive mode`.execute(trx)
    const existing = await trx.selectFrom('products').select('id').limit(1).executeTakeFirst()
    if (existing) return 0
    const categories = demoCategories.map(({ hsnCode, sizes, sizeGuide, keywords, googleCategory, ...category }, index) => ({
      words: keywords,
      ...category,
      sizes: [...sizes],
      size_guide: JSON.stringify(sizeGuide),
      hsn_code: hsnCode,
      google_category: googleCategory,
      is_demo: true,
      position: firstCategories.length + 1 + index,
    }))
    await trx
      .insertInto('categories')
      .values(categories)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx.updateTable('categories').set(demoAudience).where('gender', 'is', null).where('age_group', 'is', null).execute()
    for (const [key, description] of Object.entries(firstDescriptions))
      await trx.updateTable('categories').set({ description, is_demo: true }).where('key', '=', key).where('description', '=', '').execute()
    const now = Date.now()
    const rows = await Promise.all(
      demoProducts.map(async ({ name, description, category, pricePaise, mrpPaise, stock, pictures, backdrop, details }, index) => ({
        name,
        description,
        category,
        price_paise: paise(pricePaise),
        placeholder_color: backdrop,
        is_demo: true,
        mrp_paise: mrpPaise === undefined ? null : paise(mrpPaise),
        details: JSON.stringify(details),
        // A trigger adds the stock of the sizes.
        stock: typeof stock === 'number' ? stock : 0,
        has_sizes: typeof stock !== 'number',
        image_key: await storeDemoImage({ images, file: pictures[0]?.file ?? '' }),
        // Lists show the newest product first.
        created_at: new Date(now - index * 60_000),
      })),
    )
    const inserted = await trx.insertInto('products').values(rows).returning('id').execute()
    const sizes = demoProducts.flatMap(({ stock }, index) =>
      typeof stock === 'number'
        ? []
        : Object.entries(stock).map(([size, count], position) => ({
            product_id: inserted[index]?.id ?? '',
            size,
            stock: count,
            position: position + 1,
          })),
    )
    await trx.insertInto('product_sizes').values(sizes).execute()
    const idBySlug = new Map(demoProducts.map(({ slug }, index) => [slug, inserted[index]?.id]))
    for (const { products, picture, backdrop, ...collection } of demoCollections) {
      const { id } = await trx
        .insertInto('collections')
        .values({
          ...collection,
          image_key: await storeDemoImage({ images, file: `${picture}.webp` }),
          placeholder_color: backdrop,
          is_demo: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const chosen = products.flatMap((slug, position) => ({ collection_id: id, product_id: idBySlug.get(slug) ?? '', position }))
      await trx.insertInto('collection_products').values(chosen).execute()
    }
    await trx
      .insertInto('product_pictures')
      .values(await storeViews({ images, idBySlug }))
      .execute()
    await publishDemoHero({ trx, images })
    return rows.length
  })
}

/** Gives the front page its picture, unless an administrator has published one. */
async function publishDemoHero({ trx, images }: { trx: Transaction; images: ImageStore }): Promise<void> {
  const { picture, backdrop, alt } = demoHero
  const image = imagePath(await storeDemoImage({ images, file: `${picture}.webp` }))
  await trx
    .insertInto('settings')
    .values({ key: 'front-page', value: JSON.stringify({ picture: { image, backdrop, alt } }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

interface DemoImage {
  readonly images: ImageStore
  /** in the folder of pictures */
  readonly file: string
}

const storeDemoImage = async ({ images, file }: DemoImage): Promise<string> =>
  storeOriginal({ images, name: basename(file, '.webp'), original: await readFile(join(imageFolder, file)) })

/** The rows of the pictures besides the front. */
function storeViews({ images, idBySlug }: { images: ImageStore; idBySlug: ReadonlyMap<string, string | undefined> }) {
  return Promise.all(
    demoProducts.flatMap(({ slug, backdrop, pictures }) =>
      pictures.slice(1).map(async ({ file, alt }, index) => ({
        product_id: idBySlug.get(slug) ?? '',
        position: index + 2,
        placeholder_color: backdrop,
        alt,
        image_key: await storeDemoImage({ images, file }),
      })),
    ),
  )
}
