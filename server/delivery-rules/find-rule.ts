import { type RawBuilder, sql } from 'kysely'
import type { Paise } from '#contract/kernel/money.ts'
import type { Database, Transaction } from '../database/schema.ts'

/** What a rule says about a PIN code. */
export interface DeliveryRule {
  readonly deliver: boolean
  readonly cod: 'yes' | 'advance' | 'no'
  /** null unless `cod` is `advance` */
  readonly advance: Paise | null
  /** days from the order; null: as the policies say */
  readonly from: number | null
  readonly to: number | null
  /** for shipping; null: as the policies say */
  readonly charge: Paise | null
}

/** Digits of a PIN code from none to all. A card order may have come without one: only the rule of the rest of India is for it. */
function listPrefixes(pin: string): string[] {
  const digits = pin.replace(/\D/g, '').slice(0, 6)
  return Array.from({ length: digits.length + 1 }, (_, length) => digits.slice(0, length))
}

/** The rule of a PIN code as a subquery without or with one row: the longest prefix counts. Reads at most seven rows of the primary key. */
export const selectRule = (pin: string): RawBuilder<unknown> => sql`(
  select deliver, cod, advance_paise, days_from, days_to, charge_paise from delivery_rules
  where prefix = any(${listPrefixes(pin)}::text[]) order by length(prefix) desc limit 1
)`

/** The rule of a PIN code; undefined without one, when the shop delivers there and takes cash. */
export async function findRule({ database, pin }: { database: Database | Transaction; pin: string }): Promise<DeliveryRule | undefined> {
  const { rows } = await sql<DeliveryRule>`
    select deliver, cod, advance_paise as advance, days_from as "from", days_to as "to", charge_paise as charge from ${selectRule(pin)} as rule
  `.execute(database)
  return rows[0]
}
