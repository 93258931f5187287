import type { CallReply } from '#contract/contract.ts'
import { formatDate } from '../../kit/format-time.ts'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { describeAccount } from '../../shared/describe-account.ts'

export type ListedUser = CallReply<'GET /users/getUsers'>['users'][number]

export const buildUserColumns = (onResetPin: (user: ListedUser) => void): readonly Column<ListedUser>[] => [
  {
    head: 'Name',
    cell: (user) => (
      <>
        <span className="font-semibold wrap-anywhere">{user.name}</span> <span className="text-soft">{describeAccount(user)}</span>
        {user.locked && <span className="ml-3 text-bad">Locked</span>}
      </>
    ),
  },
  {
    head: 'Joined',
    number: true,
    className: 'max-sm:hidden',
    cell: ({ createdAt }) => <span className="text-soft">{formatDate(createdAt)}</span>,
  },
  actionColumn(
    (user) =>
      user.role === 'user' && (
        <SmallButton aria-label={`Reset PIN of ${user.name}`} onClick={() => onResetPin(user)}>
          Reset PIN
        </SmallButton>
      ),
  ),
]
