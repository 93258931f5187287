import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column<Row> {
  /** unique in the table */
  readonly head: string
  /** shows the head to screen readers only */
  readonly isHeadHidden?: boolean
  /** replaces the text of the head */
  readonly headContent?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** a second line below it, left out when it is empty */
  readonly further?: (row: Row) => ReactNode
  /** right-aligned */
  readonly number?: boolean
  /** the class of the head and the cells */
  readonly className?: string
  /** the URL of the list sorted by this column */
  readonly to?: string
  readonly sorted?: 'ascending' | 'descending' | undefined
}

/** The rows that need a look come first, so that they are not below hundreds of others. */
export const sortFirst = <Row,>(rows: readonly Row[], needsLook: (row: Row) => boolean): Row[] =>
  rows.toSorted((one, other) => Number(needsLook(other)) - Number(needsLook(one)))

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  getKey: (row: Row) => string
  /** false in a drawer */
  stickyHead?: boolean
}

const edgeClass = 'px-2 py-2 first:pl-0 last:pr-0'

/** A click beside the controls of a row opens what its link with `data-opens-row` opens; marking text does not. */
function openRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  if (!(target instanceof Element) || target.closest('a, button, input, select, label, summary')) return
  if (window.getSelection()?.isCollapsed === false) return
  currentTarget.querySelector<HTMLAnchorElement>('a[data-opens-row]')?.click()
}

/** A dense table with a sticky head. */
export function Table<Row>({ label, columns, rows, getKey, stickyHead = true }: TableProps<Row>) {
  return (
    <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ head, isHeadHidden, headContent, number, className = '', to, sorted }) => (
            <th
              key={head}
              scope="col"
              aria-sort={sorted}
              className={`${stickyHead ? 'sticky top-16 z-10' : ''} border-b border-edge bg-page font-semibold ${edgeClass} ${number ? 'text-right' : 'text-left'} ${className}`}
            >
              {to === undefined ? (
                (headContent ?? <span className={isHeadHidden ? 'sr-only' : ''}>{head}</span>)
              ) : (
                <SortLink to={to} sorted={sorted} label={head} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)} onClick={openRow} className="hover:bg-raised has-[[data-opens-row]]:cursor-pointer">
            {columns.map(({ head, cell, further, number, className = '' }) => (
              <td
                key={head}
                className={`border-b border-line align-middle ${edgeClass} ${number ? 'text-right whitespace-nowrap' : 'text-left'} ${className}`}
              >
                {cell(row)}
                {further && <span className="block text-soft empty:hidden">{further(row)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortLink({ to, sorted, label }: { to: string; sorted: 'ascending' | 'descending' | undefined; label: string }) {
  return (
    <Link to={to} preventScrollReset className="inline-flex min-h-11 items-center gap-1 hover:underline sm:min-h-6">
      {label}
      <span aria-hidden="true" className={sorted ? 'text-thread' : 'text-edge'}>
        {sorted === 'descending' ? '↓' : sorted === 'ascending' ? '↑' : '↕'}
      </span>
    </Link>
  )
}
