import { toIndianDay } from './indian-time.ts'

const dayMs = 86_400_000

/** The last day in India on which items can be returned: whole days after the day of the delivery. */
export const findLastReturnDay = ({ deliveredAt, days }: { deliveredAt: Date; days: number }): string =>
  new Date(Date.parse(toIndianDay(deliveredAt)) + days * dayMs).toISOString().slice(0, 10)

/** Whether it is still the last day, or before it. */
export const isInTime = ({ lastDay, now }: { lastDay: string; now: Date }): boolean => toIndianDay(now) <= lastDay

/** `30 November 2026`. */
export const formatReturnDay = (day: string): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(day))
