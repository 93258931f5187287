import { sql } from 'kysely'
import { createRateLimit, ipRangeFactor, type RateLimitOptions } from '../database/rate-limit.ts'

/** Codes that nobody knows, of one IP address. */
const wrongCodes = { name: 'offer-codes', points: 20, seconds: 600 }

interface Client {
  readonly ip: string
  /** the network around the IP address */
  readonly ipRange: string
}

interface CodeUse<Result> {
  readonly client: Client
  /** null: nothing is limited */
  readonly code: string | null
  readonly work: () => Promise<Result>
}

/** Limits wrong codes by IP address and network. A right code takes no point. */
export function createCodeLimit({ database, factor }: Pick<RateLimitOptions, 'database' | 'factor'>) {
  const ofIp = createRateLimit({ ...wrongCodes, database, factor })
  const points = wrongCodes.points * ipRangeFactor
  const ofRange = createRateLimit({ ...wrongCodes, name: `${wrongCodes.name}-range`, points, database, factor })

  /**
   * Counts a wrong code and says whether the limits were reached before it: one statement, the same for right and wrong codes, so that the
   * time of an answer does not say which it was. A right code counts as none. Only the wrong codes that an IP address has left count for its network.
   */
  async function count({ code, client: { ip, ipRange } }: { code: string; client: Client }): Promise<void> {
    const { rows } = await sql<{ ipExpire: number | null; rangeExpire: number | null }>`
      with entered as (select (not exists (select from offers where code = ${code}))::int as wrong),
      of_ip as (${ofIp.consumeIn({ key: ip, used: sql`(select wrong from entered)` })}),
      ip_left as (select of_ip.points - wrong < ${ofIp.maxPoints}::float8 as is_left from of_ip, entered),
      of_range as (${ofRange.consumeIn({ key: ipRange, used: sql`(select case when is_left then wrong else 0 end from ip_left, entered)` })})
      select
        case when not is_left then of_ip.expire end as "ipExpire",
        case when is_left and of_range.points - wrong >= ${ofRange.maxPoints}::float8 then of_range.expire end as "rangeExpire"
      from entered, of_ip, ip_left, of_range
    `.execute(database)
    const [{ ipExpire, rangeExpire } = { ipExpire: null, rangeExpire: null }] = rows
    if (ipExpire !== null) throw ofIp.toError(ipExpire)
    if (rangeExpire !== null) throw ofRange.toError(rangeExpire)
  }

  return {
    /**
     * Runs what uses a code. Wrong codes count before it, so that of many codes at once a right one is refused with the others.
     * @throws AppError 429 after too many wrong codes, whether this one is right or wrong.
     */
    async run<Result>({ client, code, work }: CodeUse<Result>): Promise<Result> {
      if (code !== null) await count({ code, client })
      return work()
    },
  }
}
