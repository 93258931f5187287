import { type FigureDays, figureDays } from '#contract/figures/figures.ts'
import { ChoiceNav } from '../../kit/choice-nav.tsx'

interface PeriodNavProps {
  /** undefined for a month */
  days: FigureDays | undefined
  buildHref: (days: FigureDays) => string
  /** of the list */
  className?: string
}

/** The periods that end today. */
export const PeriodNav = ({ days, buildHref, className }: PeriodNavProps) => (
  <ChoiceNav
    label="Period"
    className={className}
    choices={figureDays.map((count) => ({ to: buildHref(count), label: `${count} days`, isCurrent: count === days }))}
  />
)
