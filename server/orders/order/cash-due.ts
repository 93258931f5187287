import { sql } from 'kysely'
import { type Paise, paise } from '#contract/kernel/money.ts'
import { needsPayment, paymentLink } from '#contract/orders/order-flags.ts'
import { endsEarly, orderStatuses } from '#contract/orders/order-status.ts'
import type { OrderRow } from './present.ts'

/** What the courier collects for an order. An order that is to be paid online counts once an administrator has confirmed it. */
export function readCashDue(order: Pick<OrderRow, 'payment_status' | 'status' | 'flags' | 'collect_paise'>): Paise {
  const isDue = order.payment_status === 'Pending' && !endsEarly(order.status) && !needsPayment(order)
  return isDue ? order.collect_paise : paise(0)
}

/** The statuses of orders that have not ended early. */
const openStatuses = sql.join(orderStatuses.filter((status) => !endsEarly(status)))

/** The sum of what couriers still collect for orders, in paise. Like `readCashDue` for one. */
export const sumCashDue = sql<Paise>`coalesce(sum(collect_paise) filter (
  where payment_status = 'Pending' and status in (${openStatuses}) and (status <> 'Placed' or ${paymentLink} <> all(flags))
), 0)::bigint`
