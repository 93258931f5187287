import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A dense table with a sticky head. */
export function Table({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface HeadProps {
  children: ReactNode
  /** right-aligned */
  number?: boolean
  className?: string
  /** the URL of the list sorted by this column */
  to?: string
  sorted?: 'ascending' | 'descending' | undefined
  /** false in a drawer */
  sticky?: boolean
}

export function Head({ children, number = false, className = '', to, sorted, sticky = true }: HeadProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={`${sticky ? 'sticky top-16 z-10' : ''} border-b border-edge bg-paper px-2 py-2 font-semibold first:pl-0 last:pr-0 ${number ? 'text-right' : 'text-left'} ${className}`}
    >
      {to === undefined ? (
        children
      ) : (
        <Link to={to} preventScrollReset className="inline-flex min-h-6 items-center gap-1 hover:underline">
          {children}
          <span aria-hidden="true" className={sorted ? 'text-thread' : 'text-edge'}>
            {sorted === 'descending' ? '↓' : sorted === 'ascending' ? '↑' : '↕'}
          </span>
        </Link>
      )}
    </th>
  )
}

export function Cell({ children, number = false, className = '' }: { children?: ReactNode; number?: boolean; className?: string }) {
  return (
    <td
      className={`border-b border-line px-2 py-2 align-middle first:pl-0 last:pr-0 ${number ? 'text-right whitespace-nowrap' : 'text-left'} ${className}`}
    >
      {children}
    </td>
  )
}
