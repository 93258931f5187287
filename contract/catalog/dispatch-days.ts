/** The longest time until a product leaves that is made to order, in days. */
export const maxDispatchDays = 60

/** When an item leaves that is made to order. */
export const describeDispatch = (days: number): string =>
  days === 0 ? 'Leaves on the day of the order' : `Made to order: leaves in ${days} ${days === 1 ? 'day' : 'days'}`
