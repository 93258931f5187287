import { sql } from 'kysely'
import { toPaise } from '#contract/kernel/money.ts'
import { taxRateCalls } from '#contract/tax/tax-rate-calls.ts'
import { countRows } from '../../database/count-rows.ts'
import { AppError } from '../../kernel/errors.ts'
import type { FileRow } from '../read/read-table.ts'
import type { ImportContext } from './import-part.ts'
import { defineKeyedPart } from './keyed-part.ts'
import { readDay, readNumber, readText } from './read-cells.ts'

/** Rates of GST, past ones too: they tell what old orders had. A rate that the shop was installed with follows the file. */
export const taxRatesPart = defineKeyedPart({
  part: 'taxRates',
  file: 'tax-rates.csv',
  needs: ['HSN', 'Rate in per cent', 'From day'],
  batchSize: 50,
  countHere: (database) => countRows(database.selectFrom('tax_rates')),
  keyOf: (cells) => [readText(cells, 'HSN'), readNumber(cells, 'Up to') ?? '', readDay(cells, 'From day')].join(' '),
  nameOf: (cells) => readText(cells, 'HSN'),
  ignoresChoice: true,
  prepare: async (context) => (line) => saveRate({ context, ...line }),
})

interface SavedRate {
  readonly context: ImportContext
  readonly row: FileRow
  readonly isNew: boolean
}

async function saveRate({ context: { database, actorId }, row: { cells }, isNew }: SavedRate): Promise<'new' | 'changed' | 'unchanged'> {
  const rate = taxRateCalls.addTaxRate.body.parse({
    hsnPrefix: readText(cells, 'HSN'),
    upTo: readNumber(cells, 'Up to'),
    rate: readNumber(cells, 'Rate in per cent') ?? Number.NaN,
    fromDay: readDay(cells, 'From day') ?? '',
    toDay: readDay(cells, 'To day'),
  })
  const upTo = rate.upTo === null ? null : toPaise(rate.upTo)
  const values = { rate_bp: Math.round(rate.rate * 100), to_day: rate.toDay }
  if (isNew) {
    await database
      .insertInto('tax_rates')
      .values({ hsn_prefix: rate.hsnPrefix, up_to_paise: upTo, from_day: rate.fromDay, ...values, changed_by: actorId })
      .execute()
      .catch(toOverlap)
    return 'new'
  }
  const { numUpdatedRows } = await database
    .updateTable('tax_rates')
    .set(values)
    .where('hsn_prefix', '=', rate.hsnPrefix)
    .where(sql<boolean>`up_to_paise is not distinct from ${upTo}::bigint`)
    .where(sql<boolean>`from_day = ${rate.fromDay}::date`)
    .where('changed_by', 'is', null)
    .executeTakeFirst()
    .catch(toOverlap)
  return numUpdatedRows === 1n ? 'changed' : 'unchanged'
}

function toOverlap(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'tax_rates_do_not_overlap' ? new AppError('tax_rate_overlaps') : error
}
