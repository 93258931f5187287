import type { SelectQueryBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** What is asked of a list with a search. */
export interface ListQuery {
  readonly database: Database
  /** from 1 */
  readonly page: number
  /** rows of a page; undefined: as many as the list usually has */
  readonly limit?: number | undefined
  readonly q?: string | undefined
}

interface Page {
  /** from 1 */
  readonly page: number
  readonly perPage: number
}

/** How many rows come before a page. */
export const toOffset = ({ page, perPage }: Page): number => (page - 1) * perPage

/** Limits a sorted query to the rows of a page: `query.$call(limitToPage({ page, perPage }))`. */
export const limitToPage =
  (shown: Page) =>
  <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> =>
    query.limit(shown.perPage).offset(toOffset(shown))

interface CountedPage extends Page {
  /** of all pages */
  readonly total: number
  /** 1 where an empty list is one page */
  readonly minPages?: number
}

/** What a reply says of its page. */
export const presentPage = ({ page, perPage, total, minPages = 0 }: CountedPage) => {
  return { total, page, totalPages: Math.max(minPages, Math.ceil(total / perPage)) }
}
