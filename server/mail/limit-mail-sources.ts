import { sql } from 'kysely'
import { ipRangeFactor } from '../database/rate-limit.ts'
import type { Transaction } from '../database/schema.ts'

/**
 * Mails that the orders of one account, phone, browser or IPv6 line send to addresses that never confirmed an order. An IPv4 address, which is no
 * person, sends ten times as many.
 */
const maxPerHour = 10
const maxPerDay = 30

/** Keyed hashes, as in order_sources. */
export interface MailSource {
  readonly keys: readonly Buffer[]
  readonly rangeKey: Buffer | null
  readonly ipKey: Buffer | null
  /** how many times the limits of a person the IP address has */
  readonly ipFactor: number
}

/** The keys by which the mails of a source are counted; none without a source. */
export const listSourceKeys = (source: MailSource | undefined): readonly Buffer[] =>
  source ? [...source.keys, ...(source.rangeKey ? [source.rangeKey] : [])] : []

/**
 * Whether a source, which this transaction has locked, has sent its mails of a day, and how long it waits when it has sent those of an
 * hour. `factor` multiplies the limits.
 */
export async function limitMailSource({ trx, source, factor }: { trx: Transaction; source: MailSource; factor: number }) {
  const keys = listSourceKeys(source)
  const { rows } = await sql<{ key: Buffer; inHour: number; inDay: number; secondsLeft: number }>`
    select
      key,
      count(*) filter (where handled_at > clock_timestamp() - interval '1 hour')::int as "inHour",
      count(*)::int as "inDay",
      ceil(extract(epoch from min(handled_at) filter (where handled_at > clock_timestamp() - interval '1 hour')
        + interval '1 hour' - clock_timestamp()))::int as "secondsLeft"
    from limited_mails cross join unnest(source_keys || range_key) as key
    where (source_keys && ${source.keys} or range_key = ${source.rangeKey}) and key = any(${keys})
      and is_sent and handled_at > clock_timestamp() - interval '24 hours'
    group by key
  `.execute(trx)
  const { rangeKey, ipKey, ipFactor } = source
  const factorOf = (key: Buffer) => (rangeKey?.equals(key) ? ipRangeFactor * ipFactor : ipKey?.equals(key) ? ipFactor : 1) * factor
  const waits = rows.filter(({ key, inHour }) => inHour >= maxPerHour * factorOf(key))
  return {
    isExceeded: rows.some(({ key, inDay }) => inDay >= maxPerDay * factorOf(key)),
    delaySeconds: waits.length > 0 ? Math.max(1, ...waits.map(({ secondsLeft }) => secondsLeft)) : undefined,
  }
}
