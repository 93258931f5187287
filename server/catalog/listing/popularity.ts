import { sql } from 'kysely'
import { popularityDays } from '#contract/kernel/business.ts'
import { onSale } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'

/** Products per statement: few enough that orders of them do not wait for it noticeably. */
const batchSize = 2_000

interface CountOptions {
  readonly database: Database
  readonly signal: AbortSignal
}

/**
 * Counts the items of each product that were ordered in the last weeks and not cancelled. Each statement reads a day or changes a batch, so
 * that none takes long however large the shop is; what a run that fails has not changed, the next one does. Ends soon after `signal`
 * is aborted. Returns how many counts changed.
 */
export async function countUnitsSold({ database, signal }: CountOptions): Promise<number> {
  const sold = await readUnitsSold({ database, signal })
  let changes = 0
  let after = '00000000-0000-0000-0000-000000000000'
  while (!signal.aborted) {
    const products = await database
      .selectFrom('products')
      .select(['id', 'units_sold'])
      .where(onSale)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const changed = products.filter(({ id, units_sold }) => units_sold !== (sold.get(id) ?? 0))
    changes += await setUnitsSold({ database, counts: changed.map(({ id }) => ({ id, units: sold.get(id) ?? 0 })) })
    if (products.length < batchSize) break
    after = products.at(-1)?.id ?? after
  }
  return changes
}

/** The items sold by product, without those that sold nothing. One statement for each day; incomplete when `signal` is aborted. */
async function readUnitsSold({ database, signal }: CountOptions): Promise<Map<string, number>> {
  const sold = new Map<string, number>()
  // As text, because a Date has no microseconds.
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(database)
  const now = sql`${rows[0]?.now}::timestamptz`
  for (let day = 0; day < popularityDays && !signal.aborted; day += 1) {
    const ofDay = await sql<{ id: string; units: number }>`
      select product_id as id, sum(quantity)::int as units from orders join order_lines on order_id = orders.id
      where placed_at > ${now} - make_interval(days => ${day + 1}) and placed_at <= ${now} - make_interval(days => ${day})
        and status not in ('Cancelled', 'Refused', 'Undelivered') and exchange_return_id is null
      group by product_id
    `.execute(database)
    for (const { id, units } of ofDay.rows) sold.set(id, (sold.get(id) ?? 0) + units)
  }
  return sold
}

interface SetOptions {
  readonly database: Database
  readonly counts: readonly { readonly id: string; readonly units: number }[]
}

async function setUnitsSold({ database, counts }: SetOptions): Promise<number> {
  if (counts.length === 0) return 0
  const ids = sql`${counts.map(({ id }) => id)}::uuid[]`
  // Locked in the order of orders, because others would be deadlocks. What only refers to a product, as each line of an order does in any
  // order, locks its key: without the key these do not wait for each other.
  const { numAffectedRows = 0n } = await sql`
    update products set units_sold = counted.units from unnest(${ids}, ${counts.map(({ units }) => units)}::int[]) as counted (id, units)
    where products.id = counted.id and products.id in (select id from products where id = any(${ids}) order by id for no key update)
  `.execute(database)
  return Number(numAffectedRows)
}
