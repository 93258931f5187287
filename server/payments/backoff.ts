import { sql } from 'kysely'

/** The time of the next attempt: 30 seconds after the first failure, doubling up to six hours. */
export const nextAttemptAt = (attempts: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${Math.min(30 * 2 ** attempts, 21_600)})`
