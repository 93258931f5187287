import { hash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { tryAgainIn } from '#contract/messages.ts'
import type { Database } from './database/tables.ts'
import { Refused } from './http/refusals.ts'

/** A budget that all servers share and that survives a restart. */
export interface Limit {
  /** uses one up; throws `Refused` (429) when none is left */
  consume(key: string): Promise<void>
  /** throws `Refused` (429) when none is left, and uses none */
  check(key: string): Promise<void>
}

/** What calls itself an address comes from a header when there is a proxy in front, and may be as long as a header. */
const longestKey = 100
const bound = (key: string): string => (key.length > longestKey ? hash('sha256', key) : key)

/** Makes a budget of `points` in `seconds` for each key. Counted in the table `limits`. */
export function createLimit({
  database,
  name,
  points,
  seconds,
}: {
  database: Database
  name: string
  points: number
  seconds: number
}): Limit {
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
    return new Refused({ status: 429, code: 'too_many_requests', message: tryAgainIn(wait), retryAfter: wait })
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
