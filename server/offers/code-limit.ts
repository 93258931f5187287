import { createRateLimit, ipRangeFactor, type RateLimitOptions } from '../database/rate-limit.ts'
import { AppError } from '../errors.ts'

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
  /** whether the result says that the code is unknown; an error says it by its code */
  readonly isUnknown?: (result: Result) => boolean
}

/** Limits wrong codes by IP address and network. A right code costs nothing. */
export function createCodeLimit({ database, factor }: Pick<RateLimitOptions, 'database' | 'factor'>) {
  const ofIp = createRateLimit({ ...wrongCodes, database, factor })
  const points = wrongCodes.points * ipRangeFactor
  const ofRange = createRateLimit({ ...wrongCodes, name: `${wrongCodes.name}-range`, points, database, factor })

  async function consume({ ip, ipRange }: Client): Promise<void> {
    await ofIp.consume(ip)
    await ofRange.consume(ipRange)
  }

  return {
    /**
     * Runs what looks up a code.
     * @throws AppError 429 after too many wrong codes, whether this one is right or wrong.
     */
    async run<Result>({ client, code, work, isUnknown = () => false }: CodeUse<Result>): Promise<Result> {
      if (code === null) return work()
      await Promise.all([ofIp.check(client.ip), ofRange.check(client.ipRange)])
      try {
        const result = await work()
        if (isUnknown(result)) await consume(client)
        return result
      } catch (error) {
        if (error instanceof AppError && error.code === 'offer_unknown') await consume(client)
        throw error
      }
    },
  }
}
