import { sql } from 'kysely'
import { figuresPerPage, unsoldDays } from '#contract/figures/figures.ts'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { presentPage, toOffset } from '../database/pages.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'

interface Row {
  readonly _id: string
  readonly name: string
  readonly stock: number
  readonly amount: Paise
  readonly lastSold: string | null
  readonly total: number
}

/** One page of the products that nobody has ordered for weeks; without a page all. Newer products have had no time to be sold. */
export async function readUnsoldProducts({ database, page }: { database: Database; page?: number }) {
  const limit = page === undefined ? sql`` : sql`limit ${figuresPerPage} offset ${toOffset({ page, perPage: figuresPerPage })}`
  const since = sql`((now() at time zone 'Asia/Kolkata')::date - ${unsoldDays}::int)`
  const { rows } = await sql<Row>`
    with unsold as (
      select id, name, stock, stock * price_paise as amount, (count(*) over ())::int as total from products
      where ${onSale} and stock > 0 and created_at < ${since}::timestamp at time zone 'Asia/Kolkata'
        and not exists (select from daily_sales where product_id = products.id and day > ${since} and units > cancelled)
      order by amount desc, id ${limit}
    )
    select id as _id, name, stock, amount, total,
      (select to_char(max(day), 'YYYY-MM-DD') from daily_sales where product_id = unsold.id and units > cancelled) as "lastSold"
    from unsold order by amount desc, id
  `.execute(database)
  return {
    products: rows.map(({ total: _total, amount, ...row }) => ({ ...row, amount: toRupees(amount) })),
    ...presentPage({ page: page ?? 1, perPage: figuresPerPage, total: rows[0]?.total ?? 0 }),
  }
}
