import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { StoredFeedFile } from '../../database/tables/product-tables.ts'
import { forEachSettled } from '../../kernel/for-each-settled.ts'
import { joinChunks } from '../../kernel/join-chunks.ts'
import type { ImageStore } from '../pictures/image-store.ts'
import { feedPartKey, findFeed, isFeedDue } from './feed-files.ts'
import { type FeedKind, feedFormats, feedKinds } from './feed-formats.ts'
import { listFeedGroups, type Shop } from './feed-items.ts'

interface Limits {
  /** Parts are stored and sent one after the other, so that a feed of any size needs little memory. */
  readonly partBytes: number
  /** Google accepts files of less than 4 GB, before compression. The rest of a larger shop is in further files. */
  readonly fileCharacters: number
}

const usualLimits: Limits = { partBytes: 4 * 1024 * 1024, fileCharacters: 3_000_000_000 }

interface WriteFeeds {
  readonly database: Database
  /** for reports */
  readonly readDatabase: Database
  readonly images: ImageStore
  readonly shop: Shop
  readonly signal: AbortSignal
  readonly log: { warn(details: object, message: string): void }
  /** others for tests */
  readonly limits?: Limits
}

/** Writes the feeds that are due and removes earlier ones. Ends early, without an error, when `signal` is aborted. */
export async function writeDueFeeds({ log, ...options }: WriteFeeds): Promise<void> {
  const { database, images, signal } = options
  const write = async (kind: FeedKind) => {
    if (await isFeedDue({ database, kind })) await writeFeed({ ...options, kind })
    await removeEarlierFeeds({ database, images, kind }).catch((err: unknown) => {
      // The bucket may forbid it; the new feed is served all the same.
      log.warn({ err }, 'Removing earlier feeds failed')
    })
  }
  await forEachSettled(feedKinds, write, signal)
}

async function writeFeed({ kind, signal, ...options }: Omit<WriteFeeds, 'log'> & { kind: FeedKind }): Promise<void> {
  const { database, images } = options
  const { id } = await database.insertInto('feeds').values({ kind }).returning('id').executeTakeFirstOrThrow()
  try {
    const files = await storeFiles({ ...options, kind, id, signal })
    await database
      .updateTable('feeds')
      .set({ files: JSON.stringify(files), finished_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    await removeFeed({ database, images, id })
    if (!signal.aborted) throw error
  }
}

type StoreFiles = Omit<WriteFeeds, 'log'> & { readonly kind: FeedKind; readonly id: string }

/** Stores one file after another until all items are written; the first one also when there is none. */
async function storeFiles({ kind, id, shop, readDatabase, signal, limits = usualLimits, ...store }: StoreFiles) {
  const format = feedFormats[kind]
  const groups = listFeedGroups({ database: readDatabase, ...shop })
  const files: StoredFeedFile[] = []
  let next = await groups.next()
  let part = 0
  do {
    const firstPart = part + 1
    const hash = createHash('sha256')
    let bytes = 0
    let count = 0
    const formatFile = async function* () {
      yield format.start(shop)
      for (let length = 0; !next.done && length < limits.fileCharacters; next = await groups.next()) {
        const text = format.formatItems({ groups: next.value, shop })
        length += text.length
        count += next.value.reduce((sum, { sizes }) => sum + sizes.length, 0)
        yield text
      }
      yield format.end
    }
    await pipeline(
      formatFile,
      createGzip(),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const content of joinChunks({ chunks: compressed, minBytes: limits.partBytes })) {
          part += 1
          bytes += content.length
          hash.update(content)
          await storePart({ ...store, id, part, content })
        }
      },
      { signal },
    )
    files.push({ firstPart, parts: part - firstPart + 1, bytes, hash: hash.digest('hex'), items: count })
  } while (!next.done)
  return files
}

type StorePart = Pick<WriteFeeds, 'database' | 'images'> & { readonly id: string; readonly part: number; readonly content: Buffer }

async function storePart({ database, images, id, part, content }: StorePart): Promise<void> {
  // Before the part: what a crash leaves in the store is found and removed later.
  await database.updateTable('feeds').set({ parts: part }).where('id', '=', id).execute()
  await images.write(feedPartKey({ id, part }), content)
}

type RemoveFeed = Pick<WriteFeeds, 'database' | 'images'> & { readonly id: string }

async function removeFeed({ database, images, id }: RemoveFeed): Promise<void> {
  const feed = await database.selectFrom('feeds').select('parts').where('id', '=', id).executeTakeFirst()
  for (let part = 1; part <= (feed?.parts ?? 0); part += 1) await images.remove(feedPartKey({ id, part }))
  await database.deleteFrom('feeds').where('id', '=', id).execute()
}

/** A download that has begun goes on for a while with the feed before the last one; a run takes less than six hours. */
const isOver = sql<boolean>`coalesce(finished_at + interval '2 hours', started_at + interval '6 hours') < now()`

async function removeEarlierFeeds({ database, images, kind }: Omit<RemoveFeed, 'id'> & { kind: FeedKind }): Promise<void> {
  const latest = await findFeed({ database, kind })
  const over = await database.selectFrom('feeds').select('id').where('kind', '=', kind).where(isOver).execute()
  for (const { id } of over) if (id !== latest?.id) await removeFeed({ database, images, id })
}
