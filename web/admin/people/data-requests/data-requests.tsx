import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { DataRequest } from '#contract/accounts/privacy.ts'
import { adminUsersPerPage } from '#contract/kernel/limits/paging.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { dataRequestsPath, ticketsPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Route } from './+types/data-requests'
import { AddRequest } from './add-request.tsx'
import { CloseRequest } from './close-request.tsx'
import { GuestData } from './guest-data.tsx'
import { buildRequestColumns } from './request-columns.tsx'

const requests = defineList({
  path: dataRequestsPath,
  filters: { q: searchText, state: oneOf(['open', 'done']) },
  load: async (query) => ({ ...(await callSignedIn('GET /users/data-requests', { query })), now: Date.now() }),
})
export const clientLoader = requests.loader

export const meta = pageTitle('Data requests')

type OpenDialog = 'add' | 'guest data' | DataRequest

/** Requests of shoppers and guests about their data, with due dates. */
export default function DataRequests({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { list, filters } = loaderData
  const closeAndReload = () => {
    setDialog(undefined)
    revalidate()
  }
  return (
    <ListPage
      title="Data requests"
      tabs={<UserTabs />}
      definition={requests}
      loaded={loaderData}
      rows={list?.requests}
      columns={buildRequestColumns({ now: list?.now ?? 0, onDone: setDialog })}
      label="Data requests, open ones first by due date"
      rowsPerPage={adminUsersPerPage}
      noun={['request', 'requests']}
      aside={
        <Link to={ticketsPath} className="link inline-flex min-h-11 items-center text-sm">
          All tickets
        </Link>
      }
      intro="Requests from the account page are listed and closed by the shop. Add those that reach you by email or phone, and answer them by their due date."
      searchHint="Search requests"
      filters={
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
      }
      actions={
        <>
          <Needs right="exports">
            <SmallButton onClick={() => setDialog('guest data')}>Guest data</SmallButton>
          </Needs>
          <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog('add')}>
            Add a request
          </Button>
        </>
      }
      empty="No requests yet."
      emptyFound="No requests found."
    >
      {dialog === 'add' && <AddRequest onAdded={closeAndReload} onClose={() => setDialog(undefined)} />}
      {dialog === 'guest data' && <GuestData onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <CloseRequest key={dialog._id} request={dialog} onDone={closeAndReload} onStale={revalidate} onClose={() => setDialog(undefined)} />
      )}
    </ListPage>
  )
}
