import { sql } from 'kysely'
import type { FeedFile } from '#contract/catalog/feeds.ts'
import type { Database } from '../../database/schema.ts'
import type { StoredFeedFile } from '../../database/tables/product-tables.ts'
import { type FeedKind, feedKinds, toFeedPath } from './feed-formats.ts'

/** The key of a part of a feed in the file store. */
export const feedPartKey = ({ id, part }: { id: string; part: number }): string => `feeds/${id}/${part}.gz`

export interface FoundFeedFile extends StoredFeedFile {
  /** of its feed */
  readonly id: string
  readonly finishedAt: Date
}

interface Feeds {
  readonly database: Database
  readonly kind: FeedKind
}

/** The last feed that was finished; undefined before the first one. */
export const findFeed = ({ database, kind }: Feeds) =>
  database
    .selectFrom('feeds')
    .select(['id', 'files', 'is_outdated', 'finished_at'])
    .where('kind', '=', kind)
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ finished_at: Date }>()
    .limit(1)
    .executeTakeFirst()

/** A file of the last finished feed, by its number from 1; undefined when it has no such file. */
export async function findFeedFile({ number, ...feeds }: Feeds & { number: number }): Promise<FoundFeedFile | undefined> {
  const feed = await findFeed(feeds)
  const file = feed?.files[number - 1]
  return feed && file && { ...file, id: feed.id, finishedAt: feed.finished_at }
}

/** All files that can be fetched now, for administrators. */
export async function listFeedFiles({ database }: { database: Database }): Promise<FeedFile[]> {
  const feeds = await Promise.all(feedKinds.map(async (kind) => ({ kind, feed: await findFeed({ database, kind }) })))
  return feeds.flatMap(({ kind, feed }) =>
    (feed?.files ?? []).map(({ items }, index) => ({
      path: toFeedPath({ kind, number: index + 1 }),
      items,
      writtenAt: feed?.finished_at.toISOString() ?? '',
    })),
  )
}

/** Minutes for which a feed is new enough for the job of each hour. */
const freshMinutes = 50

/** Whether the job has to write a feed of this kind. */
export async function isFeedDue({ database, kind }: Feeds): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select is_outdated or finished_at < now() - make_interval(mins => ${freshMinutes}) as due
    from feeds where kind = ${kind} and finished_at is not null order by finished_at desc, id desc limit 1
  `.execute(database)
  return rows[0]?.due ?? true
}

/** Makes all feeds due, also those that are being written, because they may have read the products already. */
export async function markFeedsOutdated({ database }: { database: Database }): Promise<void> {
  await database.updateTable('feeds').set({ is_outdated: true }).execute()
}
