import { sql } from 'kysely'

/** Whether a collection is shown today, in Indian time. */
export const isShownToday = sql<boolean>`(now() at time zone 'Asia/Kolkata')::date between coalesce(shown_from, '-infinity') and coalesce(shown_until, 'infinity')`
