import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './schema.ts'

/** The number of rows that a query finds. */
export async function countRows<Table extends keyof Tables>(query: SelectQueryBuilder<Tables, Table, object>): Promise<number> {
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
