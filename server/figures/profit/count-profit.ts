import { sql } from 'kysely'
import type { Database, Transaction } from '../../database/schema.ts'
import { countEachChangedDay } from '../count-days.ts'
import { sumProfit } from './sum-profit.ts'

/** Counts the days of profit and loss that have changed. Returns how many days were counted. */
export const countProfitDays = (options: { database: Database; signal: AbortSignal }): Promise<number> =>
  countEachChangedDay({ ...options, changes: 'changed_profit_days', count: countProfit })

/** Replaces the sums of profit and loss of a day. */
async function countProfit({ trx, day }: { trx: Transaction; day: string }): Promise<void> {
  await trx.deleteFrom('daily_profit').where('day', '=', day).execute()
  await sql`
    with ${sumProfit([{ from: day, to: day }])}
    insert into daily_profit (day, key, paise, count, payments) select day, key, paise, count, payments from sums
  `.execute(trx)
}
