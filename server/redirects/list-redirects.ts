import { sql } from 'kysely'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import type { MissingAddress } from '#contract/redirects/redirects.ts'
import type { CsvCell } from '../csv/write-csv.ts'
import { countRows } from '../database/count-rows.ts'
import { type ListQuery, limitToPage, presentPage } from '../database/pages.ts'
import type { Database } from '../database/schema.ts'
import { containsPattern } from '../database/text-pattern.ts'
import { presentRedirect } from './change-redirects.ts'
import { formatPathKey } from './redirect-rules.ts'

/** One page of the redirects, newest first. */
export async function listRedirects({ database, page, limit: perPage = redirectLimits.perPage, q = '' }: ListQuery) {
  const pattern = containsPattern(q.toLowerCase())
  const matching = database
    .selectFrom('redirects')
    .$if(q.trim() !== '', (query) => query.where(sql<boolean>`(from_path like ${pattern} or lower(to_path) like ${pattern})`))
  const [rows, total] = await Promise.all([
    matching.selectAll().orderBy('id', 'desc').$call(limitToPage({ page, perPage })).execute(),
    countRows(matching),
  ])
  return { redirects: rows.map(presentRedirect), ...presentPage({ page, perPage, total, minPages: 1 }) }
}

/** The missing addresses that are asked for most. */
export async function listMissing({ database }: { database: Database }): Promise<MissingAddress[]> {
  const rows = await database
    .selectFrom('missing_paths')
    .select(['path', 'requests', 'last_asked_at'])
    .orderBy('requests', 'desc')
    .orderBy('last_asked_at', 'desc')
    .limit(redirectLimits.missingShown)
    .execute()
  return rows.map((row) => ({
    _id: row.path,
    path: formatPathKey(row.path),
    requests: Number(row.requests),
    lastAskedAt: row.last_asked_at.toISOString(),
  }))
}

const rowsPerPart = 5_000

export const redirectColumns = ['From', 'To', 'Requests'] as const

/** All redirects in parts, in the order of their old addresses. */
export async function* exportRedirects({ database }: { database: Database }): AsyncGenerator<CsvCell[][]> {
  for (let last = ''; ; ) {
    const rows = await database
      .selectFrom('redirects')
      .select(['from_path', 'to_path', 'hits'])
      .where('from_path', '>', last)
      .orderBy('from_path')
      .limit(rowsPerPart)
      .execute()
    yield rows.map((row) => [formatPathKey(row.from_path), row.to_path, Number(row.hits)])
    last = rows.at(-1)?.from_path ?? ''
    if (rows.length < rowsPerPart) return
  }
}
