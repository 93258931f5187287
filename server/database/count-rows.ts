import type { SelectQueryBuilder } from 'kysely'

/** The number of rows that a query finds. */
export async function countRows<DB, Table extends keyof DB>(query: SelectQueryBuilder<DB, Table, unknown>): Promise<number> {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (row as { count: number }).count
}
