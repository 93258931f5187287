import type { Administrator, StaffSet } from '#contract/accounts/staff.ts'
import { formatDate } from '../../kit/format-time.ts'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'

interface StaffColumns {
  sets: readonly StaffSet[]
  /** owners are changed by owners only */
  changesOwners: boolean
  onChange: (administrator: Administrator) => void
}

export const buildStaffColumns = ({ sets, changesOwners, onChange }: StaffColumns): readonly Column<Administrator>[] => [
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
  {
    head: 'Actions',
    isHeadHidden: true,
    number: true,
    cell: (administrator) =>
      (administrator.set !== 'owner' || changesOwners) && (
        <SmallButton aria-label={`Change ${administrator.name}`} onClick={() => onChange(administrator)}>
          Change
        </SmallButton>
      ),
  },
]
