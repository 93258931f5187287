/** A day such as `2026-12-12` as `12 December`. */
export const formatLeavingDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-IN', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** From when a product leaves that can be ordered before. */
export const describePreOrder = (availableFrom: string): string => `Pre-order · leaves from ${formatLeavingDay(availableFrom)}`
