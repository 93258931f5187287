import { type RawBuilder, sql } from 'kysely'

/** Whether an HSN code has no tax rate today, Indian time. False for null. */
export const isUnratedCode = (code: RawBuilder<string | null>) => sql<boolean>`(${code} is not null and not exists (
  select from tax_rates where starts_with(${code}, hsn_prefix)
    and (now() at time zone 'Asia/Kolkata')::date between from_day and coalesce(to_day, 'infinity')
))`
