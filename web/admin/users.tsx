import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { parsePage } from '../ui/page-numbers.ts'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/users'
import { formatDate } from './format-time.ts'
import { FilterSelect, ListError, ListFilters, ListFrame, smallButtonClass } from './list-frame.tsx'
import { buildListHref, parseSearchParams, usersPath } from './list-href.ts'
import { loadList } from './load-list.ts'
import { ResetPin } from './reset-pin.tsx'
import { Cell, Head, Table } from './table.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { q, locked } = parseSearchParams(searchParams, ['q', 'locked'])
  const query = { page: parsePage(searchParams.get('page')), q, locked: locked === 'yes' ? ('yes' as const) : undefined }
  const { list } = await loadList({
    page: query.page,
    search: searchParams,
    buildLastHref: (last, params) => buildListHref({ path: usersPath, params: { ...params, page: String(last) } }),
    load: () => callSignedIn('getUsers', { query }),
  })
  return { query, list }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Users · ${matches[0]?.loaderData?.storeName ?? ''}` }]

type ListedUser = CallReply<'getUsers'>['users'][number]

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
      aside={
        list && (
          <p role="status" className="text-soft">
            {isFiltered ? 'Found' : 'Total'}{' '}
            <span className="font-display text-3xl text-ink tabular-nums">{list.total.toLocaleString('en-IN')}</span>
          </p>
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
      {list === undefined && <ListError text={screenTexts.usersFailed} />}
      {list?.users.length === 0 && (
        <EmptyState title={screenTexts.noUserData} action={isFiltered && <LinkButton to={usersPath}>View all users</LinkButton>} />
      )}
      {list !== undefined && list.users.length > 0 && <UserTable users={list.users} onResetPin={setResetUser} />}
      {list && (
        <Pager
          page={page}
          pages={list.totalPages ?? 1}
          buildHref={(number) => buildListHref({ path: pathname, params: { ...filters, page: number > 1 ? String(number) : undefined } })}
        />
      )}
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

function UserTable({ users, onResetPin }: { users: readonly ListedUser[]; onResetPin: (user: ListedUser) => void }) {
  return (
    <Table
      label="Users, newest first"
      head={
        <>
          <Head>Name</Head>
          <Head className="max-sm:hidden">Role</Head>
          <Head number className="max-sm:hidden">
            Joined
          </Head>
          <Head number>
            <span className="sr-only">Actions</span>
          </Head>
        </>
      }
    >
      {users.map((user) => (
        <tr key={user._id} className="hover:bg-raised">
          <Cell>
            <span className="font-semibold break-words">{user.name}</span>
            {user.locked && <span className="ml-3 text-bad">Locked</span>}
          </Cell>
          <Cell className="text-soft max-sm:hidden">{user.role}</Cell>
          <Cell number className="text-soft max-sm:hidden">
            {formatDate(user.createdAt)}
          </Cell>
          <Cell number>
            {user.role === 'user' && (
              <button type="button" aria-label={`Reset PIN of ${user.name}`} onClick={() => onResetPin(user)} className={smallButtonClass}>
                Reset PIN
              </button>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
