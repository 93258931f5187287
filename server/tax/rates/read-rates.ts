import { sql } from 'kysely'
import { type DatedRate, selectRates } from '#contract/tax/tax-rates.ts'
import type { Database, Transaction } from '../../database/schema.ts'

interface DayOfRates {
  readonly database: Database | Transaction
  /** YYYY-MM-DD, Indian time */
  readonly day: string
}

/** The day in India: YYYY-MM-DD. */
export async function readToday(database: Database | Transaction): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'Asia/Kolkata')::date::text as today`.execute(database)
  return rows[0]?.today ?? ''
}

/** The rates of all HSN codes on a day; `selectRates` selects those of a code. */
export async function listRates({ database, day }: DayOfRates): Promise<DatedRate[]> {
  return database
    .selectFrom('tax_rates')
    .select(['hsn_prefix as hsnPrefix', 'up_to_paise as upTo', 'rate_bp as rate'])
    .where(sql<boolean>`${day}::date between from_day and coalesce(to_day, 'infinity')`)
    .orderBy('hsn_prefix')
    .orderBy('up_to_paise')
    .execute()
}

/** The rates of an HSN code on a day; none when no prefix begins it. */
export async function findRates({ hsnCode, ...day }: DayOfRates & { hsnCode: string }): Promise<DatedRate[]> {
  return selectRates({ rates: await listRates(day), hsnCode })
}
