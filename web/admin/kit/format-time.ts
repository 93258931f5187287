import { toIndianTime } from '#contract/kernel/indian-time.ts'

const inIndia = { timeZone: 'Asia/Kolkata' } as const
const dateTime = new Intl.DateTimeFormat('en-IN', {
  ...inIndia,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const plannedTime = new Intl.DateTimeFormat('en-IN', { ...inIndia, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat('en-IN', { ...inIndia, day: 'numeric', month: 'short', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })

/** `20 Nov, 18:05` in Indian time. */
export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))
/** Formats a time that was entered, with its year: `1 Jan 2027, 10:00` in Indian time. */
export const formatPlannedTime = (iso: string): string => plannedTime.format(new Date(iso))
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** Formats a day without a time, such as 2026-11-20. */
export const formatShortDay = (day: string): string => shortDay.format(new Date(day))
export const formatLongDay = (day: string): string => longDay.format(new Date(day))

/** `2026-11-28T10:00` in Indian time as ISO 8601 in UTC; anything else as it is, which the server refuses with a message. */
export function toIso(local: string): string {
  const date = new Date(`${local}:00+05:30`)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}

/** The value of a `datetime-local` input in Indian time, such as `2026-11-28T10:00`; empty for null. */
export const toLocalInput = (iso: string | null): string => (iso === null ? '' : toIndianTime(new Date(iso)).replace(' ', 'T'))
