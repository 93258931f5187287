import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/schema.ts'

/** Products whose sums are counted in one statement. All 100,000 would take longer than a statement may on a busy machine. */
const productsPerStatement = 2_000

/** Conditions of a `product_id` that divide all products into parts. */
export async function listProductParts({
  trx,
  size = productsPerStatement,
}: {
  trx: Transaction
  size?: number
}): Promise<RawBuilder<boolean>[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as place from products) as numbered where place % ${size}::int = 0 order by id
  `.execute(trx)
  const ends = [...rows.map(({ id }) => id), 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  return ends.map(
    (end, index) => sql`(product_id > ${ends[index - 1] ?? '00000000-0000-0000-0000-000000000000'}::uuid and product_id <= ${end}::uuid)`,
  )
}
