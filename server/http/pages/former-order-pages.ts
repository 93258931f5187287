import { maxLengths } from '#contract/kernel/business.ts'
import { buildOrderPagePath } from '#contract/orders/order-page-path.ts'

/** The pages that links of orders opened until November 2026, each with a token in its query. */
const formerPages = /^\/(confirm-order|pay-order|complete-address|return-items|refund-details|add-order)\/?$/i

/** Tracking, also within the frame of a signed-in area. It is still a page, without a token. */
const trackingPage = /^(\/userdashboard|\/admindashboardwrapper)?\/order-tracking\/?$/i

/** Where a link leads that was made before the page of an order was one; undefined for any other URL. */
export function findOrderPage(url: string): string | undefined {
  const [path = '', search = ''] = url.split(/\?(.*)/s, 2)
  const isFormer = formerPages.test(path)
  if (!isFormer && !trackingPage.test(path)) return undefined
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token) return isFormer ? '/order-tracking' : undefined
  query.delete('token')
  const rest = query.size > 0 ? `?${query}` : ''
  return buildOrderPagePath(encodeURIComponent(token.slice(0, maxLengths.trackingToken).toWellFormed())) + rest
}
