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
import { buildListHref, isHandledByRouter, parseSearchParams, redirectToLastPage, usersPath } from './list-href.ts'
import { ResetPin } from './reset-pin.tsx'
import { Cell, Head, Table } from './table.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const { q, locked } = parseSearchParams(searchParams, ['q', 'locked'])
  const query = { page: parsePage(searchParams.get('page')), q, locked: locked === 'yes' ? ('yes' as const) : undefined }
  try {
    const list = await callSignedIn('getUsers', { query })
    const writeLast = (last: number, words: object) => buildListHref({ path: usersPath, words: { ...words, page: String(last) } })
    redirectToLastPage({ totalPages: list.totalPages, page: query.page, search: searchParams, writeLast })
    return { query, list }
  } catch (problem) {
    if (isHandledByRouter(problem)) throw problem
    return { query, list: undefined }
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: `Users · ${matches[0]?.loaderData?.storeName ?? ''}` }]

type Account = CallReply<'getUsers'>['users'][number]

/** How many accounts there are, and whose; a shopper who is locked out gets a new PIN here. */
export default function Users({ loaderData: { query, list } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const [rekeyed, setRekeyed] = useState<Account>()
  const { page, ...words } = query
  const isFiltered = words.q !== undefined || words.locked !== undefined
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
      <ListFilters action={pathname} q={words.q ?? ''} hint="Search names">
        <FilterSelect
          name="locked"
          label="Accounts"
          any="All accounts"
          value={words.locked ?? ''}
          choices={[['yes', 'Locked by wrong PINs']]}
        />
      </ListFilters>
      {list === undefined && <ListError words={screenTexts.usersFailed} />}
      {list?.users.length === 0 && (
        <EmptyState title={screenTexts.noUserData} action={isFiltered && <LinkButton to={usersPath}>See all users</LinkButton>} />
      )}
      {list !== undefined && list.users.length > 0 && <UserTable users={list.users} onRekey={setRekeyed} />}
      {list && (
        <Pager
          page={page}
          pages={list.totalPages ?? 1}
          buildHref={(number) => buildListHref({ path: pathname, words: { ...words, page: number > 1 ? String(number) : undefined } })}
        />
      )}
      {rekeyed && (
        <ResetPin
          account={rekeyed}
          onClose={() => {
            setRekeyed(undefined)
            revalidate()
          }}
        />
      )}
    </ListFrame>
  )
}

function UserTable({ users, onRekey }: { users: readonly Account[]; onRekey: (user: Account) => void }) {
  return (
    <Table
      label="Accounts, the newest first"
      head={
        <>
          <Head>Name</Head>
          <Head className="max-sm:hidden">Role</Head>
          <Head number className="max-sm:hidden">
            Since
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
              <button type="button" aria-label={`New PIN for ${user.name}`} onClick={() => onRekey(user)} className={smallButtonClass}>
                New PIN
              </button>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
