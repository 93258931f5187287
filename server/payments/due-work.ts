import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { PaymentContext } from './gateway.ts'

/** Requests to the provider at the same time, and rows that are claimed at once. */
export const maxConcurrency = 5
export const batchSize = 20

export interface DueWork extends PaymentContext {
  /** ends the work after the batch that is in progress */
  readonly signal?: AbortSignal | undefined
}

/** Processes every item, `concurrency` at a time, even when some fail, and throws their errors together at the end. */
export async function forEachSettled<Item>(items: Iterable<Item>, process: (item: Item) => Promise<void>, concurrency = 1): Promise<void> {
  const limit = pLimit(concurrency)
  const results = await Promise.allSettled(Array.from(items, (item) => limit(process, item)))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} failed, the others are done`)
}

export const now = sql<Date>`clock_timestamp()`

/** How often the provider may reject a request before it has failed: about half an hour of attempts. */
export const maxRejections = 6

/** The time of the next attempt: 30 seconds after the first failure, doubling up to six hours. */
export const nextAttemptAt = (attempts: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${Math.min(30 * 2 ** attempts, 21_600)})`
