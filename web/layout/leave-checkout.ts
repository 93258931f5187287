import { type DataStrategyResult, type MiddlewareFunction, redirectDocument } from 'react-router'

const checkoutPath = /^\/userdashboard\/order\/?$/i

/**
 * The server lets the payment provider's script run only in documents that were loaded at the checkout's own address. The
 * navigation entry keeps that address, whatever the router has made of it since.
 */
export function isCheckoutDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry === undefined || checkoutPath.test(new URL(entry.name, location.href).pathname)
}

/**
 * A foreign script cannot be taken out of a document again, nor can what its policy allows. So whoever leaves the checkout
 * gets a new document, whichever way they go.
 */
export const leaveCheckout: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (!checkoutPath.test(pathname) && isCheckoutDocument()) throw redirectDocument(pathname + search)
}
