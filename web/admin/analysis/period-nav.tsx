import { Link } from 'react-router'
import { type FigureDays, figureDays } from '#contract/figures/figures.ts'

/** The periods that end today. */
export function PeriodNav({ days, buildHref }: { days: FigureDays | undefined; buildHref: (days: FigureDays) => string }) {
  return (
    <nav aria-label="Period">
      <ul className="flex gap-6">
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
