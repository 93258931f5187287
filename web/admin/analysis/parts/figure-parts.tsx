import type { ReactNode } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { formatDate, formatShortDay } from '../../kit/format-time.ts'

/** Below 0 with a minus sign. The sum makes 0 of −0. */
export const formatAmount = (rupees: number): string => (rupees < 0 ? `−${formatRupees(-rupees)}` : formatRupees(rupees + 0))

export const formatCount = (value: number): string => value.toLocaleString('en-IN')

/** A figure, with the figure of the period before below it. */
export function WithBefore({ children, before }: { children: ReactNode; before: ReactNode }) {
  return (
    <>
      {children}
      <span className="block text-xs text-soft">
        <span className="sr-only">before: </span>
        {before}
      </span>
    </>
  )
}

export interface Figure {
  readonly name: string
  readonly now: string
  readonly before: string
}

/** Figures beside earlier ones. `before` follows each of these, such as `from 1 Mar to 7 Mar`. */
export function FigureList({ figures, before }: { figures: readonly Figure[]; before: string }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {figures.map(({ name, now, before: earlier }) => (
        <div key={name} className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="text-right">
            <span className="font-display text-2xl tabular-nums">{now}</span>
            <span className="block text-sm text-soft tabular-nums">
              {earlier} {before}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Which orders figures count; what is cancelled is a figure of its own. */
export const countedOrders = 'Orders are those that are not cancelled, without exchanges and archived orders.'

export const formatPeriod = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatShortDay(from) : `${formatShortDay(from)} to ${formatShortDay(to)}`

/** `20 Dec 2025 to 18 Jan 2026`, with the year once if it is one. */
export const formatDatedPeriod = ({ from, to }: { from: string; to: string }): string => {
  const first = from.slice(0, 4) === to.slice(0, 4) ? formatShortDay(from) : formatDate(from)
  return from === to ? formatDate(to) : `${first} to ${formatDate(to)}`
}

/** Says that the figures of the past are not complete yet. */
export function StillCounted({ since }: { since: string | null | undefined }) {
  return since ? (
    <p role="status" className="text-thread">
      Days before {formatShortDay(since)} are still being counted.
    </p>
  ) : null
}
