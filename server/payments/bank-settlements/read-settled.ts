import { sql } from 'kysely'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { Database } from '../../database/schema.ts'
import type { Gateway } from '../provider/gateway.ts'
import { storeSettled } from './store-settled.ts'

/** A bank may name the UTR a day later. */
const leastDays = 2
/** After a longer time, for example without the job, files of the provider's dashboard are faster. */
const mostDays = 31

const dayMs = 86_400_000

/** The days to read, oldest first: yesterday, the day before, and those since the last settlement that is stored. */
export async function listDaysToRead({ database, provider }: { database: Database; provider: string }): Promise<string[]> {
  const { rows } = await sql<{ days: number }>`
    select ((now() at time zone 'Asia/Kolkata')::date - max(settled_on))::int as days from settlement_rows where provider = ${provider}
  `.execute(database)
  const days = Math.min(mostDays, Math.max(leastDays, rows[0]?.days ?? mostDays))
  return Array.from({ length: days }, (_, index) => toIndianDay(Date.now() - (days - index) * dayMs))
}

interface Reading {
  readonly database: Database
  readonly gateway: Gateway
  readonly signal?: AbortSignal
}

/**
 * Reads what a provider has settled until yesterday, and stores it. Nothing is charged or refunded. Returns how many rows have other
 * amounts than before. Throws `GatewayError` when the provider does not answer; the next run reads the same days again.
 */
export async function readSettled({ database, gateway, signal }: Reading): Promise<{ added: number; contradicting: string[] }> {
  const { provider } = gateway
  let added = 0
  const contradicting: string[] = []
  for (const day of await listDaysToRead({ database, provider })) {
    for await (const rows of gateway.listSettled(day)) {
      if (signal?.aborted) return { added, contradicting }
      const outcomes = await database.transaction().execute((trx) => storeSettled({ trx, provider, rows }))
      added += outcomes.filter((outcome) => outcome === 'new').length
      contradicting.push(...rows.filter((_, index) => outcomes[index] === 'other amounts').map(({ entityId }) => entityId))
    }
  }
  return { added, contradicting }
}
