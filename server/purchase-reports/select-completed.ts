import { sql } from 'kysely'
import { undoSeconds } from '#contract/kernel/business.ts'

/**
 * When the purchase of an order is complete: paid online, or delivered. Null for an order that is not, is cancelled, refused, undelivered or
 * refunded, or whose last change can still be undone.
 */
export const completedAt = sql<Date | null>`(
  select min(happened_at) from order_events
  where order_id = orders.id and event in ('Paid', 'Delivered')
    and orders.status not in ('Cancelled', 'Refused', 'Undelivered') and orders.payment_status <> 'Refunded'
    and (orders.status = 'Delivered' or orders.payment_status = 'Paid')
    and happened_at < clock_timestamp() - make_interval(secs => ${undoSeconds * 2})
)`
