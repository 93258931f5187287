import { useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { adminUsersPerPage } from '#contract/kernel/limits/paging.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { secondFactorPath } from '../../../session/homes.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, searchText } from '../../kit/define-list.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { usersPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { useAction } from '../../kit/use-action.tsx'
import { FirstDay } from '../first-day/first-day.tsx'
import type { Route } from './+types/users'
import { buildUserColumns, type ListedUser } from './user-columns.tsx'

const users = defineList({
  path: usersPath,
  filters: { q: searchText, locked: oneOf(['yes']) },
  load: (query) => callSignedIn('GET /users/getUsers', { query }),
})
export const clientLoader = users.loader

export const meta = pageTitle('Users')

/** The users, with search, and a reset of forgotten PINs. */
export default function Users({ loaderData }: Route.ComponentProps) {
  const seesSettings = useRight('settings')
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const [resetUser, setResetUser] = useState<ListedUser>()
  const { list, filters } = loaderData
  const isFiltered = filters.q !== undefined || filters.locked !== undefined
  return (
    <ListPage
      title="Users"
      tabs={<UserTabs />}
      definition={{ ...users, path: pathname }}
      loaded={{ ...loaderData, error: screenTexts.usersFailed }}
      rows={list?.users}
      columns={buildUserColumns(setResetUser)}
      label="Users, newest first"
      rowsPerPage={adminUsersPerPage}
      noun={['user', 'users']}
      aside={
        <Link to={secondFactorPath} className="link inline-flex min-h-11 items-center">
          Your account
        </Link>
      }
      total={
        list && (
          <p role="status" className="text-soft">
            {isFiltered ? 'Found' : 'Total'}{' '}
            <span className="font-display text-3xl text-ink tabular-nums">{list.total.toLocaleString('en-IN')}</span>
          </p>
        )
      }
      searchHint="Search names"
      filters={
        <FilterSelect
          name="locked"
          label="Accounts"
          allLabel="All accounts"
          value={filters.locked ?? ''}
          choices={[['yes', 'Locked accounts']]}
        />
      }
      empty={screenTexts.noUserData}
      emptyFound={screenTexts.noUserData}
    >
      {seesSettings && <FirstDay />}
      {resetUser && (
        <ResetPin
          user={resetUser}
          onClose={() => {
            setResetUser(undefined)
            revalidate()
          }}
        />
      )}
    </ListPage>
  )
}

/** Gives a user a new PIN, which is shown once. */
function ResetPin({ user, onClose }: { user: { readonly _id: string; readonly name: string }; onClose: () => void }) {
  const [pin, setPin] = useState<string>()
  const { busy, message, run } = useAction()
  const reset = () =>
    run(
      () => callSignedIn('POST /users/:id/pin', { params: { id: user._id } }),
      (reply) => setPin(reply.pin),
    )
  if (pin !== undefined)
    return (
      <Dialog open title={`New PIN for ${user.name}`} onClose={onClose}>
        <p className="text-center font-display text-5xl tracking-widest tabular-nums">{pin}</p>
        <p className="text-soft">Give this PIN to {user.name} now; it is shown only once. The account has been signed out everywhere.</p>
        <Button variant="ink" className="self-end" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`Reset the PIN of ${user.name}?`}
      text="The old PIN stops working, and the account is unlocked and signed out everywhere. Make sure that the request comes from its owner."
      action="Reset PIN"
      busy={busy}
      error={message?.text}
      onConfirm={reset}
      onClose={onClose}
    />
  )
}
