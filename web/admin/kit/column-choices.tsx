import { type ReactNode, useId } from 'react'

interface FileColumn<Field> {
  readonly name: string
  /** the first value of the column */
  readonly sample: string
  /** null: the column is not used */
  readonly field: Field | null
}

interface ColumnChoicesProps<Field extends string> {
  columns: readonly FileColumn<Field>[]
  /** what a column can be, with its name for the reader */
  labels: Readonly<Record<Field, string>>
  /** of a column that is not used */
  emptyLabel: string
  isOpen: boolean
  /** below the columns */
  children?: ReactNode
}

export const columnSelectClass =
  'w-full min-h-11 sm:min-h-10 rounded-control border border-edge bg-raised px-2 py-1.5 text-sm text-ink hover:border-ink disabled:bg-sunk'

/** What each column of a file is, in a form that `readColumnChoices` reads. */
export function ColumnChoices<Field extends string>({ columns, labels, emptyLabel, isOpen, children }: ColumnChoicesProps<Field>) {
  const id = useId()
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer py-2 font-semibold">Columns of the file ({columns.length})</summary>
      <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ name, sample, field }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
          <li key={index} className="flex min-w-0 flex-col gap-1">
            <label htmlFor={`${id}-${index}`} className="text-sm font-semibold wrap-anywhere">
              {name || `Column ${index + 1}`}
            </label>
            <span className="truncate text-sm text-soft">{sample || 'Empty'}</span>
            <select id={`${id}-${index}`} name={`column ${index}`} defaultValue={field ?? ''} className={columnSelectClass}>
              <option value="">{emptyLabel}</option>
              {Object.entries<string>(labels).map(([key, label]) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {children !== undefined && <div className="mt-4">{children}</div>}
    </details>
  )
}

/** The field of each column of a form with `ColumnChoices`. */
export const readColumnChoices = <Field extends string>(form: FormData, columns: readonly FileColumn<Field>[]): (Field | null)[] =>
  columns.map((_, index) => (String(form.get(`column ${index}`) ?? '') || null) as Field | null)
