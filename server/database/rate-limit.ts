import { hash } from 'node:crypto'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../kernel/errors.ts'
import type { Database } from './schema.ts'

/** A network (IPv4 /24, IPv6 /48) has this many times the limits of one IP address. */
export const ipRangeFactor = 5

/** An IPv4 address is a network that many people share: it has this many times the limits of a person. */
const ipv4Factor = 10

/** An IPv6 address stands for one line. */
export const findIpFactor = (ip: string): number => (ip.includes(':') ? 1 : ipv4Factor)

/** Behind a proxy the IP is a header's text, which may be long. */
const maxKeyLength = 100
const toKey = (text: string): string => (text.length > maxKeyLength ? hash('sha256', text) : text)

export interface RateLimitOptions {
  readonly database: Database
  readonly name: string
  readonly points: number
  readonly seconds: number
  /** multiplies the points */
  readonly factor: number
}

/** Allows `points` per key in `seconds`. Counted in the table `limits`: all servers share it and it survives a restart. */
export function createRateLimit({ database, name, points, seconds, factor }: RateLimitOptions) {
  const maxPoints = Math.ceil(points * factor)
  const limiter = new RateLimiterPostgres({
    storeClient: {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await database.executeQuery(CompiledQuery.raw(text, values))
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    // A job purges expired rows.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: maxPoints,
    duration: seconds,
  })
  const toError = (waitMs: number) => {
    const waitSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    return new AppError('too_many_requests', { waitSeconds, retryAfterSeconds: waitSeconds })
  }
  return {
    /** Uses one point. Throws `AppError` (429) when none is left. */
    async consume(key: string): Promise<void> {
      await limiter.consume(toKey(key)).catch((error: unknown) => {
        throw error instanceof RateLimiterRes ? toError(error.msBeforeNext) : error
      })
    },
    /** Uses one point. Returns false when none was left. */
    async take(key: string): Promise<boolean> {
      return limiter.consume(toKey(key)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RateLimiterRes) return false
          throw error
        },
      )
    },
    /** Throws `AppError` (429) when no point is left. */
    async check(key: string): Promise<void> {
      const used = await limiter.get(toKey(key))
      if (used && used.consumedPoints >= maxPoints) throw toError(used.msBeforeNext)
    },
    /**
     * Uses `used` points, which may be none, as a part of another statement, and returns all used ones as `points`. The caller
     * throws `toError` when `maxPoints` were used before.
     */
    consumeIn: ({ key, used }: { key: string; used: RawBuilder<number> }) => {
      const now = Date.now()
      return sql<{ points: number; expire: number }>`
        insert into limits (key, points, expire) values (${limiter.getKey(toKey(key))}, ${used}, ${now + seconds * 1000}::bigint)
        on conflict (key) do update set
          points = excluded.points + case when limits.expire > ${now} then limits.points else 0 end,
          expire = case when limits.expire > ${now} then limits.expire else excluded.expire end
        returning points, expire
      `
    },
    maxPoints,
    /** The error (429) of a limit that is used up until `expire`, in milliseconds since 1970. */
    toError: (expire: number) => toError(Number(expire) - Date.now()),
    /** The used points as a share of the allowed ones. */
    async readShare(key: string): Promise<number> {
      const used = await limiter.get(toKey(key))
      return (used?.consumedPoints ?? 0) / maxPoints
    },
    /** Uses points, also beyond the limit; a negative number gives them back. Returns the share that was used before. */
    async add(key: string, count: number): Promise<number> {
      const { consumedPoints } = await limiter.penalty(toKey(key), count)
      return (consumedPoints - count) / maxPoints
    },
  }
}
