import { profitCalls } from '#contract/figures/profit.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { countRows } from '../../database/count-rows.ts'
import { defineTablePart, saveEach } from './import-part.ts'
import { readNumber } from './read-cells.ts'

const headings = {
  freight: 'Freight of a parcel',
  returnFreight: 'Freight of a parcel that comes back',
  feePercent: 'Share of the provider in per cent',
} as const

/** What a parcel and an online payment cost, in one line. What somebody has entered here stays. */
export const freightAndFeesPart = defineTablePart({
  part: 'freightAndFees',
  file: 'freight-and-fees.csv',
  needs: Object.values(headings),
  batchSize: 1,
  countHere: (database) => countRows(database.selectFrom('profit_rates')),
  prepare: async (context) =>
    saveEach({
      context,
      nameOf: () => 'Freight and fees',
      save: async ([row]) => {
        if (!row) return 'unchanged'
        const read = (name: keyof typeof headings) => readNumber(row.cells, headings[name]) ?? Number.NaN
        const rates = profitCalls.setProfitRates.body.parse({
          freight: read('freight'),
          returnFreight: read('returnFreight'),
          feePercent: read('feePercent'),
          version: 0,
        })
        const { numInsertedOrUpdatedRows } = await context.database
          .insertInto('profit_rates')
          .values({
            freight_paise: toPaise(rates.freight),
            return_freight_paise: toPaise(rates.returnFreight),
            fee_bp: Math.round(rates.feePercent * 100),
            version: 1,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n ? 'new' : 'unchanged'
      },
    }),
})
