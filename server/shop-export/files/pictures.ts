import { sql } from 'kysely'
import { type ImageStore, originalKey } from '../../catalog/pictures/image-store.ts'
import { placeholderSource } from '../../catalog/pictures/placeholder-image.ts'
import type { Database } from '../../database/schema.ts'

/** A picture or a video as a file of the export. */
export interface PictureFile {
  readonly name: string
  readonly bytes: Buffer
}

const picturesPerQuery = 5_000

/** The original of an image key, whose crops have keys of their own. */
const original = (key: string) => sql`regexp_replace(${sql.ref(key)}, '-focus-\\d+-\\d+$', '')`

const originals = sql`(
  select ${original('product_pictures.image_key')} as key from product_pictures join products on products.id = product_id
  where products.status <> 'deleted' and product_pictures.source is distinct from ${placeholderSource}
  union select ${original('image_key')} from categories where image_key is not null
  union select ${original('image_key')} from collections where image_key is not null
  union select regexp_replace(found[1], '-focus-\\d+-\\d+$', '') from pages, regexp_matches(concat(value, draft), '/images/([a-z0-9-]+)/', 'g') as found
  union select regexp_replace(found[1], '-focus-\\d+-\\d+$', '') from settings, regexp_matches(value::text, '/images/([a-z0-9-]+)/', 'g') as found
)`

export async function countPictures({ database }: { database: Database }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${originals} as originals`.execute(database)
  return rows[0]?.count ?? 0
}

/** Logos, icons and videos of the settings: the name of the file and its key in the store. */
async function listSettingFiles({ database }: { database: Database }) {
  const { rows } = await sql<{ brand: string | null; video: string | null; type: string | null }>`
    select distinct found[1] as brand, found[2] as video, found[3] as type
    from settings, regexp_matches(value::text, '/brand/([0-9a-f]{16})|/videos/([0-9a-f]{16})\\.(mp4|webm)', 'g') as found
    order by 1, 2
  `.execute(database)
  return rows.map(({ brand, video, type }) =>
    brand === null
      ? { name: `pictures/video-${video}.${type}`, key: `video-${video}` }
      : { name: `pictures/brand-${brand}.webp`, key: `brand-${brand}` },
  )
}

/** The originals of all pictures, one by one; what the store lacks is left out. */
export async function* readPictures({ database, images }: { database: Database; images: ImageStore }): AsyncGenerator<PictureFile> {
  const read = async ({ name, key }: { name: string; key: string }) => {
    const bytes = await images.read(originalKey(key))
    return bytes ? [{ name, bytes }] : []
  }
  for (let last = ''; ; ) {
    const { rows } = await sql<{ key: string }>`
      select key from ${originals} as originals where key > ${last} order by key limit ${picturesPerQuery}
    `.execute(database)
    for (const { key } of rows) yield* await read({ name: `pictures/${key}.webp`, key })
    last = rows.at(-1)?.key ?? ''
    if (rows.length < picturesPerQuery) break
  }
  for (const file of await listSettingFiles({ database })) yield* await read(file)
}
