import { sql } from 'kysely'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import type { Database } from '../database/schema.ts'
import { addCampaign, listOtherKeys, toPathKey } from './redirect-rules.ts'
import { findShopifyPage, listShopifyKeys } from './shopify-addresses.ts'

/** Processes that keep redirects listen to this channel of the database. */
export const redirectsChannel = 'redirects_changed'

const defaultFlushMs = 10_000
/** An import notifies once for each product. */
const reloadMs = 500

/** What is counted between two writes. */
const counted = { paths: 500, clients: 1_000, pathsOfClient: 20 } as const

/** What scanners look for in any shop. */
const scanned = /\.(php\d?|aspx?|jsp|cgi|env|git|sql|bak|ya?ml|ini|log|zip|gz|map)($|\/)|^\/(wp-|\.|cgi-bin|vendor\/|_)/

interface Visitor {
  /** path and query of the request */
  readonly url: string
  /** an IP address; kept until the next write, so that one visitor counts few addresses */
  readonly client: string
}

const splitUrl = (url: string) => {
  const [path = '', query = ''] = url.split('?', 2)
  return { path, query }
}

/** The redirects as this process keeps them: found without a query, and loaded again when they have changed. Counts are written in batches. */
export function createRedirectCache({ database, flushMs = defaultFlushMs }: { database: Database; flushMs?: number }) {
  let targets: ReadonlyMap<string, string> = new Map()
  /** paths of the published pages that the owner writes */
  let pages: ReadonlySet<string> = new Set()
  let latestLoad = 0
  let waiting: NodeJS.Timeout | undefined
  let hits = new Map<string, number>()
  let missing = new Map<string, number>()
  let clients = new Map<string, Set<string>>()

  async function load(): Promise<void> {
    latestLoad += 1
    const turn = latestLoad
    const rows = await database.selectFrom('redirects').select(['from_path', 'to_path']).execute()
    const published = await database.selectFrom('pages').select('slug').where('slug', 'is not', null).execute()
    // A later load that ended first has newer rows.
    if (turn !== latestLoad) return
    targets = new Map(rows.map((row) => [row.from_path, row.to_path]))
    pages = new Set(published.map(({ slug }) => `/pages/${slug}`))
  }

  function countMissing({ path, client }: { path: string; client: string }): void {
    const seen = clients.get(client) ?? new Set()
    if (seen.has(path) || seen.size >= counted.pathsOfClient) return
    if (!missing.has(path) && missing.size >= counted.paths) return
    if (!clients.has(client) && clients.size >= counted.clients) return
    clients.set(client, seen.add(path))
    missing.set(path, (missing.get(path) ?? 0) + 1)
  }

  async function flush(): Promise<void> {
    const [hitsNow, missingNow] = [hits, missing]
    hits = new Map()
    missing = new Map()
    clients = new Map()
    // Counts that cannot be written are lost: they are no more than a hint.
    if (hitsNow.size > 0) await writeHits({ database, hits: hitsNow })
    if (missingNow.size > 0) await writeMissing({ database, missing: missingNow })
  }

  const timer = setInterval(() => void flush().catch(() => {}), flushMs).unref()

  return {
    load,

    /** Loads soon: several requests are one load. */
    requestLoad(): void {
      waiting ??= setTimeout(() => {
        waiting = undefined
        // A load that fails has lost the connection, and is repeated when it is back.
        void load().catch(() => {})
      }, reloadMs).unref()
    },

    /** Where an address leads that the shop does not have; one without a redirect is counted as missing. */
    find({ url, client }: Visitor): string | undefined {
      const { path, query } = splitUrl(url)
      const key = toPathKey(path)
      if (key === undefined) return undefined
      const from = [key, ...listShopifyKeys(key)].flatMap((each) => [each, ...listOtherKeys(each)]).find((each) => targets.has(each))
      const to = from === undefined ? undefined : targets.get(from)
      if (from === undefined || to === undefined) {
        const ownPage = listShopifyKeys(key).find((each) => pages.has(each))
        if (ownPage !== undefined) return addCampaign({ to: ownPage, query })
        if (key.length <= redirectLimits.missingPathLength && !scanned.test(key)) countMissing({ path: key, client })
        const page = findShopifyPage({ key, query })
        return page === undefined ? undefined : addCampaign({ to: page, query })
      }
      hits.set(from, (hits.get(from) ?? 0) + 1)
      return addCampaign({ to, query })
    },

    flush,

    /** Writes what is counted. */
    async close(): Promise<void> {
      clearInterval(timer)
      clearTimeout(waiting)
      await flush().catch(() => {})
    },
  }
}

export type RedirectCache = ReturnType<typeof createRedirectCache>

interface Counts {
  readonly database: Database
  readonly counts: ReadonlyMap<string, number>
}

/** In the order of the paths, so that two processes do not wait for each other. */
const toColumns = (counts: Counts['counts']) => {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { paths: sorted.map(([path]) => path), numbers: sorted.map(([, count]) => count) }
}

async function writeHits({ database, hits }: { database: Database; hits: Counts['counts'] }): Promise<void> {
  const { paths, numbers } = toColumns(hits)
  await sql`
    update redirects set hits = hits + counted.number, last_hit_at = now()
    from (
      select redirects.id, number from redirects join unnest(${paths}::text[], ${numbers}::int[]) as counts (path, number) on from_path = path
      order by from_path for update of redirects
    ) as counted where redirects.id = counted.id
  `.execute(database)
}

/** Adds counts and deletes the rarest addresses above the limit, of the equally rare ones those asked for longest ago. */
async function writeMissing({ database, missing }: { database: Database; missing: Counts['counts'] }): Promise<void> {
  const { paths, numbers } = toColumns(missing)
  await sql`
    insert into missing_paths (path, requests) select path, number from unnest(${paths}::text[], ${numbers}::int[]) as counts (path, number)
    where not exists (select from redirects where from_path = path)
    on conflict (path) do update set requests = missing_paths.requests + excluded.requests, last_asked_at = now()
  `.execute(database)
  await sql`
    delete from missing_paths where path in (
      select path from missing_paths order by requests desc, last_asked_at desc, path offset ${redirectLimits.missingRows}
    )
  `.execute(database)
}
