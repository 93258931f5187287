import { sql } from 'kysely'
import { type Paise, toRupees } from '#contract/kernel/money.ts'
import { describePriceProblem } from '#contract/tax/price-problems.ts'
import { taxLimits } from '#contract/tax/tax-limits.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import { listRates, readToday } from './read-rates.ts'

/** The products of a planned or running sale of a category or a collection whose sale price fits no rate of today. */
export async function listSaleProblems({ database, id }: { database: Database; id: string }) {
  if (!isUuid(id)) return { count: 0, problems: [] }
  const { rows } = await sql<{ product: string; name: string; price: Paise; hsnCode: string | null; pieces: number }>`
    select products.id as product, products.name, product_sales.price_paise as price,
      coalesce(details->>'hsnCode', categories.hsn_code) as "hsnCode",
      coalesce((details->>'taxPieces')::int, (details->>'itemsInPack')::int, 1) as pieces
    from product_sales join products on products.id = product_id left join categories on categories.key = products.category
    where group_id = ${id} and state <> 'over' and products.status <> 'deleted'
    order by lower(products.name), products.id
  `.execute(database)
  const rates = await listRates({ database, day: await readToday(database) })
  const problems = rows.flatMap(({ product, name, price, hsnCode, pieces }) => {
    const text = describePriceProblem({ rates, hsnCode, price: toRupees(price), pieces })
    return text === undefined ? [] : [{ product, name, text }]
  })
  return { count: problems.length, problems: problems.slice(0, taxLimits.shownProblems) }
}
