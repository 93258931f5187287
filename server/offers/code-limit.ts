import { sql } from 'kysely'
import { createRateLimit, ipRangeFactor, type RateLimitOptions } from '../database/rate-limit.ts'
import { hasCode } from './offer-rows.ts'

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

  // A statement of its own: read together with the code, it would miss the wrong codes of the same moment.
  async function check({ ip, ipRange }: Client): Promise<void> {
    const { rows } = await sql<{ isUsedUp: boolean }>`select ${ofIp.isUsedUp(ip)} or ${ofRange.isUsedUp(ipRange)} as "isUsedUp"`.execute(
      database,
    )
    if (rows[0]?.isUsedUp) await Promise.all([ofIp.check(ip), ofRange.check(ipRange)])
  }

  return {
    /**
     * Runs what uses a code. Wrong codes count before it, so that of many codes at once a right one is refused with the others.
     * @throws AppError 429 after too many wrong codes, whether this one is right or wrong.
     */
    async run<Result>({ client: { ip, ipRange }, code, work }: CodeUse<Result>): Promise<Result> {
      if (code === null) return work()
      if (await hasCode({ database, code })) await check({ ip, ipRange })
      else {
        await ofIp.consume(ip)
        await ofRange.consume(ipRange)
      }
      return work()
    },
  }
}
