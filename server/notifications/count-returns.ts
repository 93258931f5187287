import { sql } from 'kysely'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import type { ReturnCounts } from '#contract/returns/return-counts.ts'
import type { Database } from '../database/schema.ts'

/** Days for which a return that ended without its items is shown. */
const shownDays = 7

/**
 * The returns that wait for the shop or for the shopper. A received exchange whose new items are sent waits for nobody. The conditions are
 * those of the index returns_to_notice.
 */
export async function countReturns({ database }: { database: Database }): Promise<ReturnCounts> {
  const overdue = sql`accepted_at < now() - make_interval(days => ${returnLimits.receiptDays})`
  const { rows } = await sql<ReturnCounts>`
    select count(*) filter (where state = 'asked')::int as asked,
      count(*) filter (where state in ('accepted', 'picked up') and not ${overdue})::int as coming,
      count(*) filter (where state in ('accepted', 'picked up') and ${overdue})::int as overdue,
      count(*) filter (
        where state = 'received' and not (kind = 'exchange' and exists (select from orders where exchange_return_id = returns.id))
      )::int as received,
      count(*) filter (where state = 'not received'
        and accepted_at > now() - make_interval(days => ${returnLimits.receiptDays + shownDays}))::int as "notReceived"
    from returns where state in ('asked', 'accepted', 'picked up', 'received', 'not received')
  `.execute(database)
  return rows[0] ?? { asked: 0, coming: 0, overdue: 0, received: 0, notReceived: 0 }
}
