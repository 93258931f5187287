import { type RawBuilder, sql } from 'kysely'

/**
 * `any` of these ids, to compare a column with. They travel as JSON, because Postgres plans a statement anew each time that is
 * given an array, and that takes longer than running it.
 */
export const inArray = (ids: readonly string[]): RawBuilder<string> =>
  sql<string>`any(array(select id::uuid from json_array_elements_text(${JSON.stringify(ids)}::json) as asked (id)))`
