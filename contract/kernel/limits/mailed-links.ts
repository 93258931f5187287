/** Links in mails about an order. */
export const mailedLinks = {
  /** for which a link that follows or returns an order is valid: two years in which a fault can be shown, and the time until the delivery */
  days: 800,
  /** links that the tracking page has mailed for one order in a day */
  perDay: 3,
} as const
