import type { PeriodQuery } from '#contract/figures/figures.ts'

export interface Period {
  /** days such as 2026-03-01, both included */
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** A later day, or an earlier one: -1 day from 2026-03-01 is 2026-02-28. */
export const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const countDays = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** The days of a month such as 2026-03. */
export const findMonth = (month: string): Period => ({
  from: `${month}-01`,
  to: addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1),
})

/** The days of a period, oldest first. */
export const listDays = (period: Period): string[] => Array.from({ length: countDays(period) }, (_, index) => addDays(period.from, index))

/** The period of a query and the one before it: as many days, or the month before. Of a month that is not over, as many days of the month before. */
export function findPeriods({ query: { days, month }, today }: { query: PeriodQuery; today: string }): { period: Period; before: Period } {
  if (month === undefined) {
    const from = addDays(today, 1 - Number(days))
    return { period: { from, to: today }, before: { from: addDays(from, -Number(days)), to: addDays(from, -1) } }
  }
  const { from, to } = findMonth(month)
  const before = findMonth(addDays(from, -1).slice(0, 7))
  if (to <= today || from > today) return { period: { from, to }, before }
  const sameDay = addDays(before.from, countDays({ from, to: today }) - 1)
  return { period: { from, to: today }, before: { from: before.from, to: [sameDay, before.to].sort()[0] as string } }
}
