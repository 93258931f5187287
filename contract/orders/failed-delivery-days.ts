const dayMs = 86_400_000

/** What couriers do with a parcel that they could not deliver. The days are a guess: no documentation names them. */
export const failedDeliveryLimits = {
  /** after this one a parcel comes back */
  attempts: 3,
  /** after the last attempt, until a parcel comes back */
  days: 7,
  /** answers of one request */
  answers: 200,
  perPage: 25,
  addressLine: 120,
}

const addDays = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

const isSunday = (day: string): boolean => new Date(day).getUTCDay() === 0

interface Wait {
  /** Indian days, such as `2026-11-30` */
  readonly today: string
  /** of the last attempt */
  readonly failedOn: string
}

/** The days on which a parcel can be delivered again: from tomorrow until it comes back. Couriers do not deliver on Sundays. */
export function listDeliveryDays({ today, failedOn }: Wait): string[] {
  const next = Array.from({ length: failedDeliveryLimits.days }, (_, index) => addDays(today, index + 1))
  return next.filter((day) => day <= addDays(failedOn, failedDeliveryLimits.days) && !isSunday(day))
}

/** Days until a parcel that was not delivered comes back. */
export function countDaysLeft({ today, failedOn }: Wait): number {
  return Math.max(0, Math.round((Date.parse(addDays(failedOn, failedDeliveryLimits.days)) - Date.parse(today)) / dayMs))
}
