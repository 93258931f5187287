import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'

const monthName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const shortName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short', year: '2-digit' })

/** Such as `March 2026`. */
export const formatMonth = (month: string): string => monthName.format(new Date(`${month}-01`))

/** Such as `Mar 26`. */
export const formatShortMonth = (month: string): string => shortName.format(new Date(`${month}-01`))

/** This month in India, such as `2026-03`. */
export const findThisMonth = (): string => toIndianDay().slice(0, 7)

/** The last 25 months in India with their names, this one first; after them the chosen month if it is another one. */
export function listMonths(chosen = ''): [month: string, name: string][] {
  const [year = 0, month = 1] = toIndianDay().split('-').map(Number)
  const months = Array.from({ length: 25 }, (_, index) => new Date(Date.UTC(year, month - 1 - index, 1)).toISOString().slice(0, 7))
  const all = chosen === '' || months.includes(chosen) ? months : [...months, chosen]
  return all.map((each) => [each, formatMonth(each)])
}

/** Chooses a month; the address of this month names none. */
export const MonthSelect = ({ month }: { month: string }) => (
  <FilterSelect
    name="month"
    label="Month"
    value={month === findThisMonth() ? '' : month}
    allLabel={formatMonth(findThisMonth())}
    choices={listMonths(month).slice(1)}
  />
)
