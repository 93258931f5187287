import { toIndianDay } from '../kernel/indian-time.ts'

/** A year, in which a product can be ordered before it leaves. */
const maxDaysAhead = 366

/** Whether a product can leave from this day, such as `2026-12-12`; days that have passed have no effect. */
export const isDayInReach = (day: string): boolean => day >= '2000-01-01' && day <= toIndianDay(Date.now() + maxDaysAhead * 86_400_000)
