import { type RawBuilder, sql } from 'kysely'
import { type DeskView, dispatchPromiseHours, type OrderProblem } from '#contract/orders/order-desk.ts'
import { noAnswer } from '#contract/orders/order-flags.ts'
import type { Database } from '../../database/schema.ts'
import type { InvoiceSettings } from '../../tax/invoice-facts.ts'
import { listPackingWarnings } from '../../tax/packing-warnings.ts'
import { bookingsToSolve } from '../order/courier-bookings.ts'
import type { PaymentsPort } from '../order/order-dependencies.ts'
import type { OrderQuery } from '../order/repository.ts'
import { type SearchTerm, searchOrders } from '../search/search-orders.ts'

// The conditions repeat those of partial indexes, which PostgreSQL uses only for literal statuses.

const isUnshipped = sql<boolean>`orders.status in ('Placed', 'Confirmed', 'Packed')`

/** Whether an item of the order is a pre-order whose day has not come. */
const isPreOrder = sql<boolean>`exists (
  select from order_lines where order_id = orders.id and available_from > (now() at time zone 'Asia/Kolkata')::date
)`

/** The promise of an order that is to be confirmed starts with its confirmation. */
const isLate = sql<boolean>`${isUnshipped} and orders.placed_at < clock_timestamp() - make_interval(hours => ${sql.lit(dispatchPromiseHours)})
  and (orders.flags = '{}' or orders.status <> 'Placed' and coalesce(
    (select max(happened_at) from order_events where order_id = orders.id and event = 'Confirmed' and not internal), orders.placed_at
  ) < clock_timestamp() - make_interval(hours => ${sql.lit(dispatchPromiseHours)}))
  and not exists (
    select from order_lines where order_id = orders.id and (
      orders.placed_at >= clock_timestamp() - make_interval(days => order_lines.dispatch_days)
      or available_from >= (now() at time zone 'Asia/Kolkata')::date
    )
  )`

const conditions: Readonly<Partial<Record<DeskView, RawBuilder<boolean>>>> = {
  new: sql`orders.status = 'Placed'`,
  'to-pack': sql`orders.status = 'Confirmed' and not ${isPreOrder}`,
  'pre-orders': sql`orders.status in ('Placed', 'Confirmed') and ${isPreOrder}`,
  packed: sql`orders.status = 'Packed'`,
  'booking-problems': sql`orders.id in (${bookingsToSolve})`,
  shipped: sql`orders.status = 'Shipped'`,
  late: isLate,
  'coming-back': sql`orders.returned_parcel = 'on its way'`,
}

/** An order that needs a person, as payments or tax found it. */
export interface FoundProblem {
  readonly id: string
  readonly problem: OrderProblem
}

interface ProblemSources {
  readonly database: Database
  readonly payments: Pick<PaymentsPort, 'listOrdersToReview'>
  readonly settings: InvoiceSettings
}

/** The orders whose payments need review, and those with a warning before they are packed. */
export async function listFoundProblems({ database, payments, settings }: ProblemSources): Promise<FoundProblem[]> {
  const [reviewIds, warnings] = await Promise.all([payments.listOrdersToReview({ database }), listPackingWarnings({ database, settings })])
  return [...reviewIds.map((id) => ({ id, problem: 'payment' as const })), ...warnings]
}

interface ViewFilter {
  readonly database: Database
  readonly view: DeskView
  readonly terms?: readonly SearchTerm[]
  /** those that SQL alone does not find */
  readonly foundProblems: readonly FoundProblem[]
}

/** The orders that need a person, each with a reason; an order with several reasons has several rows. */
const listProblems = (found: readonly FoundProblem[]) => sql<{ id: string; problem: OrderProblem }>`
  select id, 'address' as problem from orders where ${isUnshipped} and not is_address_complete(delivery_address)
  union all
  select id, 'no answer' from orders where status = 'Placed' and flags <> '{}'
    and exists (select from order_events where order_id = orders.id and event = ${sql.lit(noAnswer)})
  union all
  select order_id, 'size' from order_lines join orders on orders.id = order_id where size is null and ${isUnshipped}
  union all
  select id, 'refunded' from orders
    where ${isUnshipped} and refunded_paise > 0 and (payment_status = 'Refunded' or refunded_paise >= paid_paise)
  union all
  select * from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ problem }) => problem)}::text[])
`

/** The orders of a view of the desk that have all terms, unsorted. */
export function filterView({ database, view, terms = [], foundProblems }: ViewFilter): OrderQuery {
  const orders = searchOrders({ database, terms })
  if (view === 'problems') return orders.where(sql<boolean>`orders.id in (select id from (${listProblems(foundProblems)}) as problems)`)
  const condition = conditions[view]
  return condition ? orders.where(condition) : orders
}

/** Only the list of all orders has the newest first. */
export const isOldestFirst = (view: DeskView): boolean => view !== 'all'

interface Rows {
  readonly database: Database
  readonly ids: readonly string[]
  readonly foundProblems: readonly FoundProblem[]
}

/** Which of these orders are late, and the problems of each. */
export async function readOrderStates({ database, ids, foundProblems }: Rows) {
  const [late, problems] = await Promise.all([
    database.selectFrom('orders').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`).where(isLate).execute(),
    sql<{ id: string; problem: OrderProblem }>`
      select distinct id, problem from (${listProblems(foundProblems)}) as problems where id = any(${ids}::uuid[])
    `.execute(database),
  ])
  const problemsOf = Map.groupBy(problems.rows, ({ id }) => id)
  return {
    late: new Set(late.map(({ id }) => id)),
    listProblems: (id: string) => (problemsOf.get(id) ?? []).map(({ problem }) => problem),
  }
}
