import type { Right } from '#contract/kernel/rights.ts'
import { useRight } from '../../session/use-right.ts'
import { DrawerLink } from './drawer-link.tsx'
import { SmallButton, smallButtonClass } from './small-button.tsx'
import type { Column } from './table.tsx'

/** The last column: what can be done with a row. */
export const actionColumn = <Row,>(cell: Column<Row>['cell'], className = ''): Column<Row> => ({
  head: 'Actions',
  isHeadHidden: true,
  number: true,
  className: `print:hidden ${className}`,
  cell,
})

interface RowActionsProps {
  /** the name of the row, for screen readers */
  name: string
  /** opens a form, or the drawer of this id, which a phone opens by the name of the row */
  edit: string | (() => void)
  /** what editing needs beside the list */
  editRight?: Right
  onDelete: () => void
}

/** Edits or deletes a row. */
export function RowActions({ name, edit, editRight, onDelete }: RowActionsProps) {
  const mayEdit = useRight(editRight)
  return (
    <span className="inline-flex flex-col gap-2 sm:flex-row">
      {!mayEdit ? null : typeof edit === 'string' ? (
        <DrawerLink id={edit} aria-label={`Edit ${name}`} className={`${smallButtonClass} max-sm:hidden`}>
          Edit
        </DrawerLink>
      ) : (
        <SmallButton aria-label={`Edit ${name}`} onClick={edit}>
          Edit
        </SmallButton>
      )}
      <SmallButton aria-label={`Delete ${name}`} className="text-bad" onClick={onDelete}>
        Delete
      </SmallButton>
    </span>
  )
}
