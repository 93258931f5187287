import { Link } from 'react-router'
import { ticketKindLabels, ticketKinds } from '#contract/contact/ticket-kinds.ts'
import { adminUsersPerPage } from '#contract/kernel/limits/paging.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { dataRequestsPath, shouldReloadList, ticketsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import type { Route } from './+types/tickets'
import { buildTicketColumns } from './ticket-columns.tsx'
import { TicketDrawer } from './ticket-drawer.tsx'

const states = { overdue: 'Overdue', open: 'To be read', acknowledged: 'In progress', settled: 'Settled' } as const
const stateNames = Object.keys(states) as (keyof typeof states)[]

const tickets = defineList({
  path: ticketsPath,
  filters: { q: searchText, kind: oneOf(ticketKinds), state: oneOf(stateNames) },
  load: async (query) => ({ ...(await callSignedIn('GET /tickets', { query })), now: Date.now() }),
})
export const clientLoader = tickets.loader
export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Tickets')

/** Messages to the shop and requests about data, by due date, with a drawer to answer them. */
export default function Tickets({ loaderData }: Route.ComponentProps) {
  const { list, filters } = loaderData
  return (
    <ListPage
      title="Tickets"
      tabs={<UserTabs />}
      definition={tickets}
      loaded={loaderData}
      rows={list?.tickets}
      columns={buildTicketColumns(list?.now ?? 0)}
      label="Tickets, those due first on top"
      rowsPerPage={adminUsersPerPage}
      noun={['ticket', 'tickets']}
      intro={
        <>
          Messages of the contact form, to be read within 48 hours and settled within a month, and{' '}
          <Link to={dataRequestsPath} className="link">
            data requests
          </Link>
          .
        </>
      }
      searchHint="Number, name, email or order"
      filters={
        <>
          <FilterSelect
            name="kind"
            label="Kind"
            allLabel="All kinds"
            value={filters.kind ?? ''}
            choices={ticketKinds.map((kind) => [kind, ticketKindLabels[kind]])}
          />
          <FilterSelect name="state" label="State" allLabel="All states" value={filters.state ?? ''} choices={Object.entries(states)} />
        </>
      }
      empty="Nobody has written to you yet."
      emptyFound="No tickets found."
      drawer={TicketDrawer}
    />
  )
}
