import { type DataStrategyResult, type MiddlewareFunction, redirectDocument } from 'react-router'

const checkoutPath = /^\/(userdashboard\/order|ordernow|o\/[^/]+)\/?$/i
const guestPath = /^\/ordernow\/?$/i

/** The path at which this document was loaded; undefined when the browser does not tell. */
function readDocumentPath(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation')
  return entry && new URL(entry.name, location.href).pathname
}

/** Whether this document was loaded at the URL of a payment, the only ones whose CSP allows the payment provider's script. */
export function isCheckoutDocument(): boolean {
  const path = readDocumentPath()
  return path === undefined || checkoutPath.test(path)
}

/** Whether this is a guest's checkout in which nothing of the payment provider runs, because the guest orders on delivery. */
const isWithoutScript = (): boolean => guestPath.test(readDocumentPath() ?? '') && !('Razorpay' in window)

/** Loads a new document when the user leaves the checkout, to drop the payment provider's script and the CSP that allows it. */
export const leaveCheckout: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }) => {
  const { pathname, search } = new URL(request.url)
  if (!checkoutPath.test(pathname) && isCheckoutDocument() && !isWithoutScript()) throw redirectDocument(pathname + search)
}
