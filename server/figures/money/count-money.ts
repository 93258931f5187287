import { sql } from 'kysely'
import type { Transaction } from '../../database/schema.ts'
import { sumMoney } from './divide-money.ts'

/** Replaces the sums of a day by where the money of its orders is. */
export async function countMoney({ trx, day }: { trx: Transaction; day: string }): Promise<void> {
  await trx.deleteFrom('daily_money').where('day', '=', day).execute()
  await sql`
    with ${sumMoney([{ from: day, to: day }])}
    insert into daily_money (day, place, orders, paise, order_ids, amounts) select day, place, orders, paise, order_ids, amounts from sums
    -- Also a day without orders is counted.
    union all select ${day}::date, 'all', 0, 0, '{}', '{}' where not exists (select from sums)
  `.execute(trx)
}
