import { type Selectable, sql } from 'kysely'
import { type Paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { taxLimits } from '#contract/tax/tax-limits.ts'
import type { ShownTaxRate, TaxRateValues } from '#contract/tax/tax-rate-calls.ts'
import { taxTexts } from '#contract/tax/tax-texts.ts'
import { countRows } from '../../database/count-rows.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database, Tables, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { readToday } from './read-rates.ts'

const today = sql<string>`(now() at time zone 'Asia/Kolkata')::date`

/** Per cent in contracts, basis points in the database. */
const toBasisPoints = (percent: number): number => Math.round(percent * 100)

type RateRow = Pick<Selectable<Tables['tax_rates']>, 'id' | 'hsn_prefix' | 'rate_bp' | 'changed_at'> & {
  up_to_paise: Paise | null
  fromDay: string
  toDay: string | null
  state: ShownTaxRate['state']
  changedBy: string | null
}

const presentRate = ({ id, hsn_prefix, up_to_paise, rate_bp, fromDay, toDay, state, changed_at, changedBy }: RateRow): ShownTaxRate => ({
  _id: id,
  hsnPrefix: hsn_prefix,
  upTo: up_to_paise === null ? null : toRupees(up_to_paise),
  rate: rate_bp / 100,
  fromDay,
  toDay,
  state,
  changedAt: changed_at.toISOString(),
  changedBy,
})

const selectShownRates = (database: Database | Transaction) =>
  database
    .selectFrom('tax_rates')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['tax_rates.id', 'hsn_prefix', 'up_to_paise', 'rate_bp', 'changed_at', 'users.name as changedBy'])
    .select([
      sql<string>`from_day::text`.as('fromDay'),
      sql<string | null>`to_day::text`.as('toDay'),
      sql<ShownTaxRate['state']>`case when from_day > ${today} then 'planned' when to_day < ${today} then 'past' else 'now' end`.as(
        'state',
      ),
    ])

/** All rates by their digits and limits, the newest first. */
export async function listShownRates({ database }: { database: Database }): Promise<ShownTaxRate[]> {
  const rows = await selectShownRates(database)
    .orderBy('hsn_prefix')
    .orderBy('from_day', 'desc')
    .orderBy('up_to_paise', (order) => order.asc().nullsLast())
    .execute()
  return rows.map(presentRate)
}

interface RateChange {
  readonly database: Database
  /** the administrator */
  readonly actorId: string
}

/** Changes of rates wait for each other, so that one says why it is refused and the number of rates keeps its limit. */
const changeRates = <Result>(database: Database, change: (trx: Transaction) => Promise<Result>): Promise<Result> =>
  inTransaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tax_rates'))`.execute(trx)
    return change(trx)
  })

/** @throws AppError tax_rate_not_found */
async function readRate({ trx, id }: { trx: Transaction; id: string }): Promise<ShownTaxRate> {
  const row = isUuid(id) ? await selectShownRates(trx).where('tax_rates.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new AppError('tax_rate_not_found')
  return presentRate(row)
}

/** @throws AppError tax_rate_overlaps when another rate of the same digits and limit counts on one of the days */
async function refuseOverlap({ trx, id, values }: { trx: Transaction; id: string | null; values: TaxRateValues }): Promise<void> {
  const { hsnPrefix, upTo, fromDay, toDay } = values
  const overlapping = trx
    .selectFrom('tax_rates')
    .select('id')
    .where('hsn_prefix', '=', hsnPrefix)
    .where(sql<boolean>`up_to_paise is not distinct from ${upTo === null ? null : toPaise(upTo)}::bigint`)
    .where(sql<boolean>`daterange(from_day, to_day, '[]') && daterange(${fromDay}, ${toDay}, '[]')`)
    .where(sql<boolean>`id is distinct from ${id}::uuid`)
  if (await overlapping.executeTakeFirst()) throw new AppError('tax_rate_overlaps')
}

/**
 * Adds a rate that begins today or later.
 * @throws AppError invalid_request, tax_rate_overlaps, tax_rates_full
 */
export async function addRate({ database, values, actorId }: RateChange & { values: TaxRateValues }): Promise<ShownTaxRate> {
  return changeRates(database, async (trx) => {
    if (values.fromDay < (await readToday(trx))) throw new AppError('invalid_request', { fields: { fromDay: taxTexts.fromDayPast } })
    await refuseOverlap({ trx, id: null, values })
    const count = await countRows(trx.selectFrom('tax_rates').where(sql<boolean>`coalesce(to_day, 'infinity') >= ${today}`))
    if (count >= taxLimits.rates) throw new AppError('tax_rates_full')
    const { id } = await trx
      .insertInto('tax_rates')
      .values({
        hsn_prefix: values.hsnPrefix,
        up_to_paise: values.upTo === null ? null : toPaise(values.upTo),
        rate_bp: toBasisPoints(values.rate),
        from_day: values.fromDay,
        to_day: values.toDay,
        changed_by: actorId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return readRate({ trx, id })
  })
}

interface RateEnd extends RateChange {
  readonly id: string
  /** null: the rate counts on */
  readonly lastDay: string | null
  /** as the administrator saw it; undefined: is not compared */
  readonly seenLastDay: string | null | undefined
}

/**
 * Sets or takes back the last day of a rate.
 * @throws AppError invalid_request, tax_rate_not_found, tax_rate_changed, tax_rate_ended, tax_rate_overlaps
 */
export async function endRate({ database, id, lastDay, seenLastDay, actorId }: RateEnd): Promise<ShownTaxRate> {
  return changeRates(database, async (trx) => {
    const rate = await readRate({ trx, id })
    if (rate.toDay === lastDay) return rate
    if (seenLastDay !== undefined && rate.toDay !== seenLastDay) throw new AppError('tax_rate_changed')
    if (rate.state === 'past') throw new AppError('tax_rate_ended')
    const problem =
      lastDay === null
        ? undefined
        : lastDay < rate.fromDay
          ? taxTexts.days
          : lastDay < (await readToday(trx))
            ? taxTexts.toDayPast
            : undefined
    if (problem) throw new AppError('invalid_request', { fields: { lastDay: problem } })
    await refuseOverlap({ trx, id: rate._id, values: { ...rate, toDay: lastDay } })
    const change = { to_day: lastDay, changed_at: sql<Date>`now()`, changed_by: actorId }
    await trx.updateTable('tax_rates').set(change).where('id', '=', id).execute()
    return readRate({ trx, id })
  })
}

/**
 * Deletes a rate that has not begun.
 * @throws AppError tax_rate_not_found, tax_rate_begun
 */
export async function deleteRate({ database, id }: { database: Database; id: string }): Promise<void> {
  await changeRates(database, async (trx) => {
    const { state } = await readRate({ trx, id })
    if (state !== 'planned') throw new AppError('tax_rate_begun')
    await trx.deleteFrom('tax_rates').where('id', '=', id).execute()
  })
}
