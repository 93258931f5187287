import { useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { adminUsersPerPage } from '#contract/limits/paging.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { secondFactorPath } from '../../../auth/homes.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { parsePage } from '../../../ui/page-numbers.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { FilterSelect, ListContent, ListFilters, ListFrame } from '../../kit/list-frame.tsx'
import { buildListHref, parseSearchParams, usersPath } from '../../kit/list-href.ts'
import { readListRows } from '../../kit/list-rows.tsx'
import { loadList } from '../../kit/load-list.ts'
import { FirstDay } from '../first-day/first-day.tsx'
import type { Route } from './+types/users'
import { ResetPin } from './reset-pin.tsx'
import { buildUserColumns, type ListedUser } from './user-columns.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { q, locked } = parseSearchParams(searchParams, ['q', 'locked'])
  const query = { page: parsePage(searchParams.get('page')), q, locked: locked === 'yes' ? ('yes' as const) : undefined }
  const { list } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: usersPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('GET /users/getUsers', { query: { ...query, limit: readListRows() } }),
  })
  return { query, list }
}

export const meta = pageTitle('Users')

/** The users, with search, and a reset of forgotten PINs. */
export default function Users({ loaderData: { query, list } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const [resetUser, setResetUser] = useState<ListedUser>()
  const { page, ...filters } = query
  const isFiltered = filters.q !== undefined || filters.locked !== undefined
  return (
    <ListFrame
      title="Users"
      tabs={<UserTabs />}
      aside={
        list && (
          <div className="flex flex-wrap items-baseline gap-x-8">
            <Link to={secondFactorPath} className="link inline-flex min-h-11 items-center">
              Your account
            </Link>
            <p role="status" className="text-soft">
              {isFiltered ? 'Found' : 'Total'}{' '}
              <span className="font-display text-3xl text-ink tabular-nums">{list.total.toLocaleString('en-IN')}</span>
            </p>
          </div>
        )
      }
    >
      <ListFilters action={pathname} q={filters.q ?? ''} hint="Search names">
        <FilterSelect
          name="locked"
          label="Accounts"
          allLabel="All accounts"
          value={filters.locked ?? ''}
          choices={[['yes', 'Locked accounts']]}
        />
      </ListFilters>
      <ListContent
        label="Users, newest first"
        columns={buildUserColumns(setResetUser)}
        rows={list?.users}
        error={screenTexts.usersFailed}
        empty={<EmptyState title={screenTexts.noUserData} action={isFiltered && <LinkButton to={usersPath}>View all users</LinkButton>} />}
        page={page}
        rowsPerPage={adminUsersPerPage}
        totalPages={list?.totalPages ?? 1}
        buildPageHref={(number) => buildListHref({ path: pathname, params: { ...filters, page: number > 1 ? String(number) : undefined } })}
      />
      <FirstDay />
      {resetUser && (
        <ResetPin
          user={resetUser}
          onClose={() => {
            setResetUser(undefined)
            revalidate()
          }}
        />
      )}
    </ListFrame>
  )
}
