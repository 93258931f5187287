import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'
import type { Database } from './schema.ts'

/** A budget that all servers share and that survives a restart. */
export interface RateLimit {
  /** uses one up; throws `AppError` (429) when none is left */
  consume(key: string): Promise<void>
  /** throws `AppError` (429) when none is left, and uses none */
  check(key: string): Promise<void>
}

/** What calls itself an address comes from a header when there is a proxy in front, and may be as long as a header. */
const longestKey = 100
const bound = (key: string): string => (key.length > longestKey ? hash('sha256', key) : key)

/** Makes a budget of `points` in `seconds` for each key. Counted in the table `limits`. */
export function createRateLimit({
  database,
  name,
  points,
  seconds,
}: {
  database: Database
  name: string
  points: number
  seconds: number
}): RateLimit {
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await database.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
  const limiter = new RateLimiterPostgres({
    storeClient: client,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    // Rows that have run out are swept by a job, not by a timer of each server.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: Math.ceil(points),
    duration: seconds,
  })
  const refuse = (milliseconds: number) => {
    const wait = Math.max(1, Math.ceil(milliseconds / 1000))
    return new AppError('too_many_requests', { waitSeconds: wait, retryAfterSeconds: wait })
  }
  return {
    async consume(key) {
      await limiter.consume(bound(key)).catch((problem: unknown) => {
        throw problem instanceof RateLimiterRes ? refuse(problem.msBeforeNext) : problem
      })
    },
    async check(key) {
      const used = await limiter.get(bound(key))
      if (used && used.consumedPoints >= Math.ceil(points)) throw refuse(used.msBeforeNext)
    },
  }
}
