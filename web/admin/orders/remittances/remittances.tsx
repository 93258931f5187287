import { useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { remittanceDays } from '#contract/kernel/business.ts'
import { adminOrdersPerPage } from '#contract/kernel/limits/paging.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { type CourierKey, courierKeys } from '#contract/shipping/couriers.ts'
import type { EnteredRemittance } from '#contract/shipping/remittances.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { OrderTabs } from '../../kit/admin-tabs.tsx'
import { ListContent, ListFrame } from '../../kit/list-frame.tsx'
import { buildDrawerHref, buildListHref, ordersPath, parseSearchParams, remittancesPath, shouldReloadList } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import { OrderDrawer } from '../detail/order-drawer.tsx'
import type { Route } from './+types/remittances'
import { buildCodOrderColumns, buildOpenLineColumns } from './cod-columns.tsx'
import { EnteredLists, ResolvedLines } from './cod-history.tsx'
import { RemittanceForm } from './remittance-form.tsx'
import { type CodSubject, ResolveCod } from './resolve-cod.tsx'
import { UndoRemittance } from './undo-remittance.tsx'

type CodPayments = CallReply<'GET /remittances'>

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams
  const { courier } = parseSearchParams(search, ['courier'])
  const query = { page: parsePage(search.get('page')), courier: [...courierKeys, 'none' as const].find((key) => key === courier) }
  const list = await loadList({
    page: query.page,
    search,
    buildLastHref: (page, params) => buildListHref({ path: remittancesPath, params: { ...params, page: String(page) } }),
    load: () => callSignedIn('GET /remittances', { query: { ...query, limit: readListRows() } }),
  })
  return { query, ...list }
}

export const shouldRevalidate = shouldReloadList

export const handle = { section: ordersPath }
export const meta = pageTitle('COD payments')

/** The cash that couriers have collected: what they have paid, what does not match and what is missing. */
export default function Remittances({ loaderData: { query, list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { revalidate } = useRevalidator()
  const { openId, close, reload } = useDrawerParam()
  const [subject, setSubject] = useState<CodSubject>()
  const [undone, setUndone] = useState<EnteredRemittance>()
  const buildOpenHref = (id: string) => buildDrawerHref(location, id)
  const buildHref = (params: { courier?: CourierKey | 'none' | undefined; page?: string | undefined }) =>
    buildListHref({ path: remittancesPath, params })
  return (
    <ListFrame title="COD payments" tabs={<OrderTabs />}>
      <p className="max-w-prose text-soft">
        The courier holds the cash of delivered orders until you enter its payment. After {remittanceDays} days, an unpaid order counts as
        missing.
      </p>
      {list && list.couriers.length > 0 && <CourierSums couriers={list.couriers} buildHref={(courier) => buildHref({ courier })} />}
      <RemittanceForm onRecorded={revalidate} />
      {list && list.openLines.length > 0 && (
        <section aria-labelledby="open-lines" className="flex flex-col gap-2 rounded-control border-2 border-bad p-4">
          <h2 id="open-lines" className="font-semibold text-bad">
            {list.openTotal === 1 ? '1 payment does not match' : `${list.openTotal.toLocaleString('en-IN')} payments do not match`}
          </h2>
          {list.openTotal > list.openLines.length && <p className="text-sm">The oldest {list.openLines.length} are shown.</p>}
          <Table
            label="Payments that do not match"
            columns={buildOpenLineColumns({ buildOpenHref, onResolve: setSubject })}
            rows={list.openLines}
            getKey={({ _id }) => _id}
            stickyHead={false}
          />
        </section>
      )}
      <section aria-labelledby="with-couriers" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8">
          <h2 id="with-couriers" className="font-display text-2xl">
            Not paid yet
          </h2>
          {query.courier !== undefined && (
            <Link to={remittancesPath} preventScrollReset className="link inline-flex min-h-11 items-center">
              All couriers
            </Link>
          )}
        </div>
        <ListContent
          label="Delivered orders that the courier has not paid, the oldest first"
          columns={buildCodOrderColumns({ buildOpenHref, onResolve: setSubject })}
          rows={list?.orders}
          error={error}
          empty={<EmptyState title="No cash is with couriers." />}
          rowsPerPage={adminOrdersPerPage}
          page={query.page}
          totalPages={list?.totalPages ?? 1}
          buildPageHref={(page) => buildHref({ courier: query.courier, page: page > 1 ? String(page) : undefined })}
        />
      </section>
      {list && list.resolvedLines.length > 0 && <ResolvedLines lines={list.resolvedLines} />}
      {list && list.lists.length > 0 && <EnteredLists lists={list.lists} onUndo={setUndone} />}
      {openId !== null && <OrderDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
      {subject && (
        <ResolveCod
          key={subject._id}
          subject={subject}
          onResolved={() => {
            setSubject(undefined)
            revalidate()
          }}
          onStale={revalidate}
          onClose={() => setSubject(undefined)}
        />
      )}
      {undone && (
        <UndoRemittance
          key={undone._id}
          list={undone}
          onUndone={() => {
            setUndone(undefined)
            revalidate()
          }}
          onStale={revalidate}
          onClose={() => setUndone(undefined)}
        />
      )}
    </ListFrame>
  )
}

/** What each courier has, as a table whose names filter the list below. */
function CourierSums({
  couriers,
  buildHref,
}: {
  couriers: CodPayments['couriers']
  buildHref: (courier: CodPayments['couriers'][number]['courier']) => string
}) {
  const columns: readonly Column<CodPayments['couriers'][number]>[] = [
    {
      head: 'Courier',
      cell: ({ courier, courierName }) => (
        <Link to={buildHref(courier)} preventScrollReset className="link inline-flex min-h-11 items-center font-semibold sm:min-h-6">
          {courierName}
        </Link>
      ),
    },
    { head: 'Orders', number: true, cell: ({ orders }) => orders },
    { head: 'Cash', number: true, cell: ({ amount }) => formatRupees(amount) },
    { head: 'Oldest', number: true, className: 'max-sm:hidden', cell: ({ oldestDays }) => formatDays(oldestDays) },
    {
      head: 'Missing',
      number: true,
      cell: ({ missing }) => (missing.orders === 0 ? '–' : <span className="font-semibold text-bad">{formatRupees(missing.amount)}</span>),
    },
  ]
  return <Table label="Cash with each courier" columns={columns} rows={couriers} getKey={({ courier }) => courier} stickyHead={false} />
}

const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`)
