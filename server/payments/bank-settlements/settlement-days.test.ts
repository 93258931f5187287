import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { readSettlements } from './read-settlements.ts'
import { settlementDays } from './settlement-days.ts'

const { database } = await createTestApp()

const row = fc.record({
  provider: fc.constantFrom('razorpay', 'bank', 'Z'),
  settlement: fc.constantFrom('setl_1', 'setl_2', 'a', ''),
  age: fc.nat(90),
})

test('the days of settlements, and the settlements of a month, are those that all rows give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      await database.deleteFrom('settlement_rows').execute()
      for (const [index, { provider, settlement, age }] of rows.entries())
        await sql`
          insert into settlement_rows (provider, settlement_id, entity_id, kind, amount_paise, fee_paise, tax_paise, debit_paise, credit_paise, settled_on)
          values (${provider}, ${settlement}, ${`pay_${index}`}, 'payment', 100, 0, 0, 0, 100, '2026-03-31'::date - ${age}::int)
        `.execute(database)
      const known = await sql`
        with recursive ${settlementDays} select provider, settlement_id, first_day, last_day from settlement_days order by 1, 2
      `.execute(database)
      const { rows: expected } = await sql`
        select provider, settlement_id, min(settled_on) as first_day, max(settled_on) as last_day from settlement_rows group by 1, 2 order by 1, 2
      `.execute(database)
      expect(known.rows).toEqual(expected)
      const { rows: ofMonth } = await sql<{ provider: string; settlement_id: string; rows: number }>`
        select provider, settlement_id, count(*)::int as rows from settlement_rows group by 1, 2
        having to_char(max(settled_on), 'YYYY-MM') = '2026-02' order by max(settled_on) desc, 2 desc, 1
      `.execute(database)
      const { settlements, total } = await readSettlements({ database, month: '2026-02' })
      const sort = (listed: readonly string[]) => [...listed].sort()
      expect(sort(settlements.map((each) => `${each.provider} ${each._id} ${each.rows}`))).toEqual(
        sort(ofMonth.map((each) => `${each.provider} ${each.settlement_id} ${each.rows}`)),
      )
      expect(total).toBe(ofMonth.length)
    }),
    fuzzRuns({ runs: 40 }),
  )
})
