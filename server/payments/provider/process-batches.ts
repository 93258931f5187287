import { sql } from 'kysely'
import { throwTogether } from '../../kernel/for-each-settled.ts'
import { GatewayError } from './gateway.ts'
import type { PaymentContext } from './gateways.ts'

/** Items of a batch, which are processed at the same time: enough for a burst, and few requests per second to the provider. */
export const batchSize = 5

export interface DueWork extends PaymentContext {
  /** ends the work after the batch that is in progress */
  readonly signal?: AbortSignal | undefined
}

export interface ItemResult {
  /** the provider of the item's payment */
  readonly provider: string
  /** undefined: the item is done */
  readonly error: unknown
}

interface Batches extends Pick<DueWork, 'signal'> {
  /** Processes what is due, except for items of the silent providers. */
  readonly processBatch: (silent: readonly string[]) => Promise<ItemResult[]>
  readonly maxBatches?: number
}

const isUnanswered = ({ error }: ItemResult) => error instanceof GatewayError && error.kind === 'unknown'

/**
 * Processes batches until nothing is due. A provider that answers to no request of a batch is silent: the rest of its items
 * wait for the next run, and do not delay those of other providers. Throws all errors but those of providers together at the end.
 */
export async function processBatches({ processBatch, signal, maxBatches = Number.POSITIVE_INFINITY }: Batches): Promise<void> {
  const errors: unknown[] = []
  const silent: string[] = []
  for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
    const results = await processBatch(silent)
    if (results.length === 0) break
    errors.push(...results.flatMap(({ error }) => (error === undefined || error instanceof GatewayError ? [] : [error])))
    for (const [provider, ofProvider] of Map.groupBy(results, (result) => result.provider))
      if (ofProvider.every(isUnanswered)) silent.push(provider)
  }
  throwTogether(errors)
}

export const now = sql<Date>`clock_timestamp()`

/** How often the provider may reject a request before it has failed: about half an hour of attempts. */
export const maxRejections = 6

/** The time of the next attempt: 30 seconds after the first failure, doubling up to six hours. */
export const nextAttemptAt = (attempts: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${Math.min(30 * 2 ** attempts, 21_600)})`
