import { sql } from 'kysely'

/**
 * Common table expressions, of `with recursive`: `settlement_days` has each settlement with the days of its first and last row. Of the many rows
 * of a settlement only these two are read, from an index.
 */
export const settlementDays = sql`
  settlement_ids as (
    (select provider, settlement_id from settlement_rows order by provider, settlement_id limit 1)
    union all
    select following.provider, following.settlement_id from settlement_ids as known cross join lateral (
      select provider, settlement_id from settlement_rows
      where (provider, settlement_id) > (known.provider, known.settlement_id) order by provider, settlement_id limit 1
    ) as following
  ),
  settlement_days as (
    select provider, settlement_id, first_day, last_day from settlement_ids cross join lateral (
      select min(settled_on) as first_day, max(settled_on) as last_day from settlement_rows
      where settlement_rows.provider = settlement_ids.provider and settlement_rows.settlement_id = settlement_ids.settlement_id
    ) as days
  )`
