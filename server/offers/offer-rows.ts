import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '../database/schema.ts'
import type { Offer } from './rules.ts'

/** Named, so that the statement is prepared: every order and cart reads its offers. */
const offerColumns = [
  'id',
  'title',
  'code',
  'kind',
  'percent',
  'amount_paise',
  'tiers',
  'most_paise',
  'least_paise',
  'scope',
  'from_at',
  'to_at',
  'limit_total',
  'limit_person',
  'first_order',
  'active',
  'used',
] as const satisfies readonly (keyof Tables['offers'])[]

/** An offer as the rules read it. */
export const toOffer = (row: Pick<Selectable<Tables['offers']>, (typeof offerColumns)[number]>): Offer => ({
  id: row.id,
  title: row.title,
  code: row.code,
  kind: row.kind,
  percent: row.percent,
  amount: row.amount_paise,
  tiers: row.tiers,
  most: row.most_paise,
  least: row.least_paise,
  scope: row.scope,
  from: row.from_at,
  to: row.to_at,
  limitTotal: row.limit_total,
  limitPerson: row.limit_person,
  firstOrder: row.first_order,
  active: row.active,
  used: row.used,
})

/** A literal, because a prepared statement uses no partial index for a parameter. */
const isActive = sql<boolean>`active`

/** The offers that apply by themselves, and the newest one with this code. */
export async function listCandidates({ database, code }: { database: Database; code: string | null }): Promise<Offer[]> {
  const withCode = sql<boolean>`id = (select id from offers where code = ${code} order by active desc, id desc limit 1)`
  const rows = await database
    .selectFrom('offers')
    .select(offerColumns)
    .where((eb) => eb.or([eb.and([isActive, eb('code', 'is', null)]), withCode]))
    .orderBy('id')
    .execute()
  return rows.map(toOffer)
}

/** Whether any offer that has not ended has a code. */
export async function hasCodes({ database }: { database: Database }): Promise<boolean> {
  const offers = database.selectFrom('offers').select('id').where(isActive).where('code', 'is not', null)
  const found = await offers
    .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', sql<Date>`now()`)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
