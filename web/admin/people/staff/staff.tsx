import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Administrator, StaffInvitation, StaffSet } from '#contract/accounts/staff.ts'
import { rightTexts } from '#contract/kernel/rights.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { formatDate } from '../../kit/format-time.ts'
import { staffPath } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { actionColumn } from '../../kit/row-actions.tsx'
import { Section } from '../../kit/section.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/staff'
import { ChangeAdministrator, ChangeSet, InviteStaff, useGrantableSets } from './staff-dialogs.tsx'

const staff = defineList({
  path: staffPath,
  filters: {},
  load: async () => {
    const reply = await callSignedIn('GET /staff', {})
    return { ...reply, total: reply.administrators.length, totalPages: 1 }
  },
})
export const clientLoader = staff.loader

export const meta = pageTitle('Staff')

type OpenDialog = 'invite' | { readonly administrator: Administrator } | { readonly set: StaffSet }

/** Administrators, what their sets allow, and open invitations. */
export default function Staff({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { list } = loaderData
  const sets = list?.sets ?? []
  const changesOwners = useGrantableSets(sets).some(({ key }) => key === 'owner')
  const close = () => setDialog(undefined)
  const closeAndReload = () => {
    close()
    revalidate()
  }
  return (
    <ListPage
      title="Staff"
      tabs={<UserTabs />}
      definition={staff}
      loaded={loaderData}
      rows={list?.administrators}
      columns={buildStaffColumns({ sets, changesOwners, onChange: (administrator) => setDialog({ administrator }) })}
      label="Administrators by name"
      noun={['administrator', 'administrators']}
      intro="Each administrator has a set of rights. A change counts at once, and needs your PIN."
      actions={
        <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog('invite')}>
          Invite an administrator
        </Button>
      }
      empty="No administrators."
    >
      {list && list.invitations.length > 0 && <Invitations invitations={list.invitations} sets={sets} onRevoked={revalidate} />}
      {list && <Sets sets={sets} onChange={(set) => setDialog({ set })} />}
      {dialog === 'invite' && <InviteStaff sets={sets} onSaved={revalidate} onClose={close} />}
      {typeof dialog === 'object' && 'administrator' in dialog && (
        <ChangeAdministrator administrator={dialog.administrator} sets={sets} onSaved={closeAndReload} onClose={close} />
      )}
      {typeof dialog === 'object' && 'set' in dialog && <ChangeSet set={dialog.set} onSaved={closeAndReload} onClose={close} />}
    </ListPage>
  )
}

interface InvitationsProps {
  invitations: readonly StaffInvitation[]
  sets: readonly StaffSet[]
  onRevoked: () => void
}

function Invitations({ invitations, sets, onRevoked }: InvitationsProps) {
  const { busy, message, run } = useAction()
  const revoke = (id: string) => run(() => callSignedIn('DELETE /staff/invitations/:id', { params: { id } }), onRevoked)
  return (
    <Section title="Open invitations">
      <ul className="flex flex-col">
        {invitations.map(({ _id, set, email, expiresAt }) => {
          const title = sets.find(({ key }) => key === set)?.title
          return (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-2">
              <span className="wrap-anywhere">
                <span className="font-semibold">{title}</span> {email ?? 'by link'},{' '}
                <span className="text-soft">until {formatDate(expiresAt)}</span>
              </span>
              <SmallButton
                disabled={busy}
                aria-label={`Revoke the invitation as ${title}${email === null ? '' : ` to ${email}`}`}
                onClick={() => revoke(_id)}
              >
                Revoke
              </SmallButton>
            </li>
          )
        })}
      </ul>
      <p role="status" className="empty:hidden">
        {message?.text}
      </p>
    </Section>
  )
}

const Sets = ({ sets, onChange }: { sets: readonly StaffSet[]; onChange: (set: StaffSet) => void }) => (
  <Section title="Sets of rights">
    <ul className="flex flex-col">
      {sets.map((set) => (
        <li key={set.key} className="flex items-center justify-between gap-x-6 border-b border-line py-2">
          <span className="min-w-0">
            <span className="font-semibold">{set.title}</span>{' '}
            <span className="text-soft">
              {set.rights.map((right) => rightTexts[right].title).join(', ') || 'No rights'}
              {set.needsSecondFactor && '; needs a second factor'}
              {set.masksPhones && '; phone numbers are masked'}
            </span>
          </span>
          {set.key !== 'owner' && (
            <SmallButton className="shrink-0" aria-label={`Change ${set.title}`} onClick={() => onChange(set)}>
              Change
            </SmallButton>
          )}
        </li>
      ))}
    </ul>
  </Section>
)

interface StaffColumns {
  sets: readonly StaffSet[]
  /** owners are changed by owners only */
  changesOwners: boolean
  onChange: (administrator: Administrator) => void
}

const buildStaffColumns = ({ sets, changesOwners, onChange }: StaffColumns): readonly Column<Administrator>[] => [
  {
    head: 'Name',
    cell: ({ name, isDisabled }) => (
      <>
        <span className="font-semibold wrap-anywhere">{name}</span>
        {isDisabled && <span className="ml-3 text-bad">Disabled</span>}
      </>
    ),
  },
  { head: 'Set of rights', cell: ({ set }) => sets.find(({ key }) => key === set)?.title },
  { head: 'Second factor', className: 'max-sm:hidden', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off') },
  {
    head: 'Last seen',
    number: true,
    className: 'max-sm:hidden',
    cell: ({ lastSeenAt }) => <span className="text-soft">{lastSeenAt === null ? 'Not signed in' : formatDate(lastSeenAt)}</span>,
  },
  actionColumn(
    (administrator) =>
      (administrator.set !== 'owner' || changesOwners) && (
        <SmallButton aria-label={`Change ${administrator.name}`} onClick={() => onChange(administrator)}>
          Change
        </SmallButton>
      ),
  ),
]
