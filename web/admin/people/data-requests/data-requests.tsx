import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { DataRequest } from '#contract/accounts/privacy.ts'
import { adminUsersPerPage } from '#contract/limits/paging.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame, ListTotal, smallButtonClass } from '../../kit/list-frame.tsx'
import { buildListHref, dataRequestsPath, parseSearchParams } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import type { Route } from './+types/data-requests'
import { AddRequest } from './add-request.tsx'
import { CloseRequest } from './close-request.tsx'
import { GuestData } from './guest-data.tsx'
import { buildRequestColumns } from './request-columns.tsx'

const states = ['open', 'done'] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { q, state } = parseSearchParams(searchParams, ['q', 'state'])
  const query = { page: parsePage(searchParams.get('page')), q, state: states.find((name) => name === state) }
  const { list, error } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: dataRequestsPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('GET /users/data-requests', { query: { ...query, limit: readListRows() } }),
  })
  return { query, list, error, now: Date.now() }
}

export const meta = pageTitle('Data requests')

type OpenDialog = 'add' | 'guest data' | DataRequest

/** Requests of shoppers and guests about their data, with due dates. */
export default function DataRequests({ loaderData: { query, list, error, now } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { page, ...filters } = query
  const isFiltered = filters.q !== undefined || filters.state !== undefined
  const closeAndReload = () => {
    setDialog(undefined)
    revalidate()
  }
  return (
    <ListFrame
      title="Data requests"
      tabs={<UserTabs />}
      aside={list && <ListTotal count={list.total} label={isFiltered ? 'found' : list.total === 1 ? 'request' : 'requests'} />}
    >
      <p className="max-w-prose text-soft">
        Requests from the account page are listed and closed by the shop. Add those that reach you by email or phone, and answer them by
        their due date.
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <ListFilters action={pathname} q={filters.q ?? ''} hint="Search requests">
          <FilterSelect
            name="state"
            label="State"
            allLabel="All requests"
            value={filters.state ?? ''}
            choices={[
              ['open', 'Open'],
              ['done', 'Done'],
            ]}
          />
        </ListFilters>
        <div className="flex flex-wrap gap-3">
          <button type="button" className={smallButtonClass} onClick={() => setDialog('guest data')}>
            Guest data
          </button>
          <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog('add')}>
            Add a request
          </Button>
        </div>
      </div>
      <ListContent
        label="Data requests, open ones first by due date"
        columns={buildRequestColumns({ now, onDone: setDialog })}
        rows={list?.requests}
        error={error}
        empty={
          <EmptyState
            title={isFiltered ? 'No requests found.' : 'No requests yet.'}
            action={isFiltered && <LinkButton to={dataRequestsPath}>View all requests</LinkButton>}
          />
        }
        page={page}
        rowsPerPage={adminUsersPerPage}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildListHref({ path: pathname, params: { ...filters, page: number > 1 ? String(number) : undefined } })}
      />
      {dialog === 'add' && <AddRequest onAdded={closeAndReload} onClose={() => setDialog(undefined)} />}
      {dialog === 'guest data' && <GuestData onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <CloseRequest key={dialog._id} request={dialog} onDone={closeAndReload} onStale={revalidate} onClose={() => setDialog(undefined)} />
      )}
    </ListFrame>
  )
}
