import { Link, useLocation } from 'react-router'
import { ticketKindLabels, ticketKinds } from '#contract/contact/ticket-kinds.ts'
import { adminUsersPerPage } from '#contract/limits/paging.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame, ListTotal } from '../../kit/list-frame.tsx'
import { buildDrawerHref, buildListHref, dataRequestsPath, parseSearchParams, shouldReloadList, ticketsPath } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import type { Route } from './+types/tickets'
import { buildTicketColumns } from './ticket-columns.tsx'
import { TicketDrawer } from './ticket-drawer.tsx'

const states = { overdue: 'Overdue', open: 'To be read', acknowledged: 'In progress', settled: 'Settled' } as const
const stateNames = Object.keys(states) as (keyof typeof states)[]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { q, kind, state } = parseSearchParams(searchParams, ['q', 'kind', 'state'])
  const query = {
    page: parsePage(searchParams.get('page')),
    q,
    kind: ticketKinds.find((name) => name === kind),
    state: stateNames.find((name) => name === state),
  }
  const { list, error } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: ticketsPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('GET /tickets', { query: { ...query, limit: readListRows() } }),
  })
  return { query, list, error, now: Date.now() }
}

export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Tickets')

/** Messages to the shop and requests about data, by due date, with a drawer to answer them. */
export default function Tickets({ loaderData: { query, list, error, now } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { page, ...filters } = query
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <ListFrame
      title="Tickets"
      tabs={<UserTabs />}
      aside={list && <ListTotal count={list.total} label={isFiltered ? 'found' : list.total === 1 ? 'ticket' : 'tickets'} />}
    >
      <p className="max-w-prose text-soft">
        Messages of the contact form, to be read within 48 hours and settled within a month, and{' '}
        <Link to={dataRequestsPath} className="link">
          data requests
        </Link>
        .
      </p>
      <ListFilters action={ticketsPath} q={filters.q ?? ''} hint="Number, name, email or order">
        <FilterSelect
          name="kind"
          label="Kind"
          allLabel="All kinds"
          value={filters.kind ?? ''}
          choices={ticketKinds.map((kind) => [kind, ticketKindLabels[kind]])}
        />
        <FilterSelect name="state" label="State" allLabel="All states" value={filters.state ?? ''} choices={Object.entries(states)} />
      </ListFilters>
      <ListContent
        label="Tickets, those due first on top"
        columns={buildTicketColumns({ now, buildOpenHref: (id) => buildDrawerHref(location, id) })}
        rows={list?.tickets}
        error={error}
        empty={
          <EmptyState
            title={isFiltered ? 'No tickets found.' : 'Nobody has written to you yet.'}
            action={isFiltered && <LinkButton to={ticketsPath}>View all tickets</LinkButton>}
          />
        }
        page={page}
        rowsPerPage={adminUsersPerPage}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) =>
          buildListHref({ path: ticketsPath, params: { ...filters, page: number > 1 ? String(number) : undefined } })
        }
      />
      {openId !== null && <TicketDrawer key={openId} id={openId} onClose={close} onChanged={reload} />}
    </ListFrame>
  )
}
