import { sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'
import { selectPlaced } from './count-sources.ts'

/** Replaces the sums of a day by the code with which its orders were placed. */
export async function countCodes({ trx, day }: { trx: Transaction; day: string }): Promise<void> {
  await trx.deleteFrom('daily_code_sales').where('day', '=', day).execute()
  await sql`
    with placed as materialized (${selectPlaced(day)}),
    returned as (
      select return_lines.order_id, line, sum(refunded) as items
      from placed join returns on returns.order_id = placed.id join return_lines on return_id = returns.id
      where state in ('received', 'settled') and refunded > 0 group by 1, 2
    ),
    orders_with_code as (
      select distinct on (placed.id, offer_id) offer_id, placed.id, placed.status, is_sold
      from placed join offer_uses on offer_uses.order_id = placed.id join offers on offers.id = offer_id where code is not null
    ),
    amounts as (
      select orders_with_code.id, offer_id, orders_with_code.status, is_sold, coalesce(sum(subtotal_paise + adjustment_paise), 0) as paise,
        coalesce(sum(round((subtotal_paise + adjustment_paise) * items::numeric / order_lines.quantity)), 0) as returned_paise, bool_or(items > 0) as is_returned
      from orders_with_code left join order_lines on order_lines.order_id = orders_with_code.id
        left join returned on returned.order_id = order_lines.order_id and returned.line = order_lines.line
      group by 1, 2, 3, 4
    )
    insert into daily_code_sales (day, offer_id, orders, cancelled, not_taken, returned, sold_paise, returned_paise)
    select ${day}::date, offer_id, count(*), count(*) filter (where status = 'Cancelled'),
      count(*) filter (where status in ('Refused', 'Undelivered')), count(*) filter (where is_returned),
      coalesce(sum(paise) filter (where is_sold), 0), coalesce(sum(returned_paise) filter (where is_sold), 0)
    from amounts group by 2
  `.execute(trx)
}
