import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { FilterSelect } from '../kit/list-frame.tsx'

const longName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const shortName = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short', year: '2-digit' })

/** Such as `March 2026`. */
export const formatMonth = (month: string): string => longName.format(new Date(`${month}-01`))

/** Such as `Mar 26`. */
export const formatShortMonth = (month: string): string => shortName.format(new Date(`${month}-01`))

/** This month in India, such as `2026-03`. */
export const findThisMonth = (): string => toIndianDay().slice(0, 7)

/** The last months with their names, this one first. */
export function listLastMonths(count: number): [month: string, name: string][] {
  const [year = 0, month = 1] = findThisMonth().split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const key = new Date(Date.UTC(year, month - 1 - index, 1)).toISOString().slice(0, 7)
    return [key, formatMonth(key)]
  })
}

/** A month of an address; undefined for anything else. */
export const parseMonth = (text: string): string | undefined => (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)

/** Chooses one of the last 25 months; the address of this month names none. */
export const MonthSelect = ({ month }: { month: string }) => (
  <FilterSelect
    name="month"
    label="Month"
    value={month === findThisMonth() ? '' : month}
    allLabel={formatMonth(findThisMonth())}
    choices={listLastMonths(25).slice(1)}
  />
)
