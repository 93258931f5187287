import { type DataStrategyResult, type MiddlewareFunction, redirectDocument } from 'react-router'

const checkoutPath = /^\/(userdashboard\/order|confirm-order)\/?$/i

/** Whether this document was loaded at the URL of a payment, the only ones whose CSP allows the payment provider's script. */
export function isCheckoutDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined || checkoutPath.test(new URL(entry.name, location.href).pathname)
}

/** Loads a new document when the user leaves the checkout, to drop the payment provider's script and the CSP that allows it. */
export const leaveCheckout: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (!checkoutPath.test(pathname) && isCheckoutDocument()) throw redirectDocument(pathname + search)
}
