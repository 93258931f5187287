import { formatLeavingDay } from './pre-order-text.ts'

/** The longest time until a product leaves that is made to order, in days. */
export const maxDispatchDays = 60

/** When an item leaves that is made to order, or ordered before it is made. */
export function describeDispatch(days: number, availableFrom?: string | null): string {
  if (availableFrom) return `Pre-order · leaves on ${formatLeavingDay(availableFrom)}`
  return days === 0 ? 'Leaves on the day of the order' : `Made to order: leaves in ${days} ${days === 1 ? 'day' : 'days'}`
}
