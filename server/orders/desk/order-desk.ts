import { LRUCache } from 'lru-cache'
import type { CallReply } from '#contract/contract.ts'
import { toRupees } from '#contract/kernel/money.ts'
import { type DeskOrder, type DeskView, deskViews, maxSelected } from '#contract/orders/order-desk.ts'
import { presentPage } from '../../database/pages.ts'
import { readPersonReturns } from '../customers/person-returns.ts'
import { readOrderBookings } from '../order/courier-bookings.ts'
import type { OrderDependencies, PaymentsPort } from '../order/order-dependencies.ts'
import { listOrderTransitions } from '../order/present.ts'
import { findDuplicates } from '../order/related-orders.ts'
import { readOrderPage } from '../order/repository.ts'
import { countFound, readSearchTerms } from '../search/search-orders.ts'
import { countsTtlMs, maxUncachedCount, presentAdminOrders } from './admin-list.ts'
import { createMessageLinks } from './message-links.ts'
import { type FoundProblem, filterView, isOldestFirst, listFoundProblems, readOrderStates } from './order-views.ts'

interface ViewQuery {
  readonly view: DeskView
  readonly q?: string | undefined
}

type DeskSources = Pick<OrderDependencies, 'database' | 'shopSettings' | 'trackingKey'> & {
  payments: Pick<PaymentsPort, 'listOrdersToReview'>
}

/** Creates the functions that read the order desk. */
export function createOrderDesk({ database, payments, shopSettings, trackingKey }: DeskSources) {
  const findMessageLink = createMessageLinks({ trackingKey, shopSettings })
  const readProblems = () => listFoundProblems({ database, payments, settings: shopSettings.current })
  const largeCounts = new LRUCache<DeskView, number>({ max: deskViews.length, ttl: countsTtlMs })

  async function countViews(foundProblems: readonly FoundProblem[]): Promise<Record<DeskView, number>> {
    const cached = Object.fromEntries(largeCounts.entries())
    const uncounted = deskViews.filter((view) => cached[view] === undefined)
    if (uncounted.length === 0) return cached as Record<DeskView, number>
    const counts = await database
      .selectNoFrom((eb) =>
        uncounted.map((view) => filterView({ database, view, foundProblems }).select(eb.fn.countAll<number>().as('total')).as(view)),
      )
      .executeTakeFirstOrThrow()
    for (const view of uncounted) if ((counts[view] ?? 0) > maxUncachedCount) largeCounts.set(view, counts[view] ?? 0)
    return { ...cached, ...counts } as Record<DeskView, number>
  }

  async function readView({
    view,
    q,
    page,
    rows,
  }: ViewQuery & { page: number; rows: number }): Promise<CallReply<'GET /order/admin/desk'>> {
    const [foundProblems, terms] = await Promise.all([readProblems(), readSearchTerms({ database, q })])
    const orders = filterView({ database, view, terms, foundProblems })
    const [found, counts, searched] = await Promise.all([
      readOrderPage({ database, orders, page, perPage: rows, oldestFirst: isOldestFirst(view) }),
      countViews(foundProblems),
      q ? countFound({ database, found: orders }) : undefined,
    ])
    const ids = found.map(({ row }) => row.id)
    const [presented, { late, listProblems }, findReturns, bookings] = await Promise.all([
      presentAdminOrders({ database, found, findMessageLink }),
      readOrderStates({ database, ids, foundProblems }),
      readPersonReturns({ database, orderIds: ids }),
      readOrderBookings({ database, ids }),
    ])
    const { total, ...more } = searched ?? { total: counts[view] }
    return {
      orders: found.map(({ row }, index) => ({
        ...(presented[index] as DeskOrder),
        version: row.version,
        transitions: listOrderTransitions({ order: row, actor: 'admin' }),
        isLate: late.has(row.id),
        problems: listProblems(row.id),
        ...(bookings.get(row.id)?.toSolve !== undefined && { bookingProblem: bookings.get(row.id)?.toSolve }),
        ...(findReturns(row.id).returns > 0 && { personReturns: findReturns(row.id) }),
      })),
      ...presentPage({ page, perPage: rows, total }),
      ...more,
      counts,
    }
  }

  async function readSelection({ view, q }: ViewQuery): Promise<CallReply<'GET /order/admin/desk/selection'>> {
    const foundProblems = view === 'problems' ? await readProblems() : []
    const direction = isOldestFirst(view) ? 'asc' : 'desc'
    const found = await filterView({ database, view, terms: await readSearchTerms({ database, q }), foundProblems })
      .select([
        'orders.id',
        'number',
        'version',
        'status',
        'kind',
        'flags',
        'payment_status',
        'paid_paise',
        'refunded_paise',
        'collect_paise',
        'manual_payment',
        'to_pay_paise',
        'delivery_address',
      ])
      .orderBy('placed_at', direction)
      .orderBy('orders.id', direction)
      .limit(maxSelected)
      .execute()
    // Only the confirmation of an order asks for these.
    const placed = found.filter(({ status }) => status === 'Placed').map(({ id }) => id)
    const duplicates = await findDuplicates({ database, ids: placed })
    return {
      orders: found.map(({ id, number, version, flags, delivery_address: { firstName, lastName }, to_pay_paise: toPay, ...row }) => ({
        _id: id,
        number,
        version,
        flags,
        isPaid: row.paid_paise > row.refunded_paise,
        isLikelyDuplicate: duplicates.has(id),
        name: `${firstName} ${lastName}`.trim(),
        amount: toRupees(toPay),
        transitions: listOrderTransitions({ order: row, actor: 'admin' }),
      })),
    }
  }

  return { readView, readSelection }
}
