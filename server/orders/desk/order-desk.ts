import { LRUCache } from 'lru-cache'
import type { CallReply } from '#contract/contract.ts'
import { toRupees } from '#contract/money.ts'
import { type DeskOrder, type DeskView, deskViews, maxSelected } from '#contract/orders/order-desk.ts'
import { readPersonReturns } from '../customers/person-returns.ts'
import type { OrderDependencies, PaymentsPort } from '../order-dependencies.ts'
import { listOrderTransitions } from '../present.ts'
import { readOrderPage } from '../repository.ts'
import { chooseCountTtl, presentAdminOrders } from './admin-list.ts'
import { type FoundProblem, filterView, isOldestFirst, listFoundProblems, readOrderStates } from './order-views.ts'
import { findDuplicates } from './related-orders.ts'
import { countFound, readSearchTerms, type SearchTerm } from './search-orders.ts'

/** Larger counts are cached and then counted again in the background; smaller ones are always exact. */
const maxUncachedCount = 1_000

interface ViewQuery {
  readonly view: DeskView
  readonly q?: string | undefined
}

type Counts = Partial<Record<DeskView, number | null>>

/** The statuses that an administrator can give an order, with the older name of the field. */
function presentTransitions(order: Parameters<typeof listOrderTransitions>[0]['order']) {
  const transitions = listOrderTransitions({ order, actor: 'admin' })
  return { transitions, moves: transitions }
}

type DeskSources = Pick<OrderDependencies, 'database' | 'shopSettings'> & { payments: Pick<PaymentsPort, 'listOrdersToReview'> }

/** Creates the functions that read the order desk. */
export function createOrderDesk({ database, payments, shopSettings }: DeskSources) {
  const readProblems = () => listFoundProblems({ database, payments, settings: shopSettings.current })
  const largeCounts = new LRUCache<DeskView, number>({
    max: deskViews.length,
    allowStale: true,
    noDeleteOnStaleGet: true,
  })

  async function count({ views, foundProblems }: { views: readonly DeskView[]; foundProblems: readonly FoundProblem[] }): Promise<Counts> {
    if (views.length === 0) return {}
    const counts: Counts = await database
      .selectNoFrom((eb) =>
        views.map((view) => filterView({ database, view, foundProblems }).select(eb.fn.countAll<number>().as('total')).as(view)),
      )
      .executeTakeFirstOrThrow()
    for (const view of views) {
      const total = counts[view] ?? 0
      if (total > maxUncachedCount) largeCounts.set(view, total, { ttl: chooseCountTtl(total) })
      else largeCounts.delete(view)
    }
    return counts
  }

  async function countViews(foundProblems: readonly FoundProblem[]): Promise<Record<DeskView, number>> {
    const large = deskViews.flatMap((view) => {
      const total = largeCounts.get(view)
      return total === undefined ? [] : [{ view, total, isStale: !largeCounts.has(view) }]
    })
    const stale = large.filter(({ isStale }) => isStale)
    // Fresh again, so that other requests do not count them, too.
    for (const { view, total } of stale) largeCounts.set(view, total, { ttl: chooseCountTtl(total) })
    count({ views: stale.map(({ view }) => view), foundProblems }).catch(() => {})
    const small = await count({ views: deskViews.filter((view) => !large.some((counted) => counted.view === view)), foundProblems })
    return { ...Object.fromEntries(large.map(({ view, total }) => [view, total])), ...small } as Record<DeskView, number>
  }

  async function readView({
    view,
    q,
    page,
    rows,
  }: ViewQuery & { page: number; rows: number }): Promise<CallReply<'GET /order/admin/desk'>> {
    const [foundProblems, terms] = await Promise.all([readProblems(), readSearchTerms({ database, q })])
    const select = (searched: readonly SearchTerm[]) => filterView({ database, view, terms: searched, foundProblems })
    const [found, counts, searched] = await Promise.all([
      readOrderPage({ database, orders: select(terms), page, perPage: rows, oldestFirst: isOldestFirst(view) }),
      countViews(foundProblems),
      q ? countFound({ database, select, terms }) : undefined,
    ])
    const ids = found.map(({ row }) => row.id)
    const [presented, { late, listProblems }, findReturns] = await Promise.all([
      presentAdminOrders({ database, found }),
      readOrderStates({ database, ids, foundProblems }),
      readPersonReturns({ database, orderIds: ids }),
    ])
    const { total, ...more } = searched ?? { total: counts[view] }
    return {
      orders: found.map(({ row }, index) => ({
        ...(presented[index] as DeskOrder),
        version: row.version,
        ...presentTransitions(row),
        isLate: late.has(row.id),
        problems: listProblems(row.id),
        ...(findReturns(row.id).returns > 0 && { personReturns: findReturns(row.id) }),
      })),
      total,
      page,
      totalPages: Math.ceil(total / rows),
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
        isLikelyDuplicate: duplicates.has(id),
        name: `${firstName} ${lastName}`.trim(),
        amount: toRupees(toPay),
        ...presentTransitions(row),
      })),
    }
  }

  return { readView, readSelection }
}
