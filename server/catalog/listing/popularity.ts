import { sql } from 'kysely'
import { popularityDays } from '#contract/business.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'

/** Counts the items of each product that were ordered in the last weeks and not cancelled. Returns how many counts changed. */
export async function countUnitsSold({ database }: { database: Database }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with sold as (
      select product_id, sum(quantity)::int as units from orders join order_lines on order_id = orders.id
      where placed_at > now() - make_interval(days => ${popularityDays}) and status not in ('Cancelled', 'Refused', 'Undelivered')
      group by product_id
    )
    update products set units_sold = coalesce(units, 0)
    from products as counted left join sold on product_id = counted.id
    where products.id = counted.id and ${onSale} and products.units_sold <> coalesce(units, 0)
  `.execute(database)
  return Number(numAffectedRows)
}
