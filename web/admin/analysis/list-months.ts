import { toIndianDay } from '#contract/kernel/indian-time.ts'

const monthName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** The last 13 months in India as choices of a filter, this one first. */
export function listMonths(): [string, string][] {
  const now = new Date(toIndianDay())
  return Array.from({ length: 13 }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1))
    return [month.toISOString().slice(0, 7), monthName.format(month)]
  })
}
