import { sql } from 'kysely'

/** Processes every item even when some fail, and throws their errors together at the end. */
export async function forEachSettled<Item>(items: Iterable<Item>, process: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await process(item).catch((error: unknown) => void errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} failed, the others are done`)
}

export const now = sql<Date>`clock_timestamp()`

/** How often the provider may reject a request before it has failed: about half an hour of attempts. */
export const maxRejections = 6

/** The time of the next attempt: 30 seconds after the first failure, doubling up to six hours. */
export const nextAttemptAt = (attempts: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${Math.min(30 * 2 ** attempts, 21_600)})`
