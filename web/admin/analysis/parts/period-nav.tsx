import { Link } from 'react-router'
import { type FigureDays, figureDays } from '#contract/figures/figures.ts'

interface PeriodNavProps {
  /** undefined for a month */
  days: FigureDays | undefined
  buildHref: (days: FigureDays) => string
  /** of the list */
  className?: string
}

/** The periods that end today. */
export function PeriodNav({ days, buildHref, className = '' }: PeriodNavProps) {
  return (
    <nav aria-label="Period">
      <ul className={`flex gap-6 ${className}`}>
        {figureDays.map((count) => (
          <li key={count}>
            <Link
              to={buildHref(count)}
              preventScrollReset
              aria-current={count === days ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center ${count === days ? 'dashed-underline font-semibold text-thread' : 'text-soft hover:text-ink'}`}
            >
              {count} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
