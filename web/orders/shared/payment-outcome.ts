import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { draftKey } from '../../session/drafts.ts'
import { useSession } from '../../session/session.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** What the result page of a payment shows beyond its own text. */
export interface PaymentOutcome {
  /** the provider's id of a payment that has just arrived */
  readonly paidPaymentId?: string | undefined
  /** the server's text about a payment that was refunded */
  readonly refundMessage?: string | undefined
  /** why the bank declined */
  readonly failureReason?: string | undefined
  /** the query of the checkout, which names an item that is bought instead of the cart */
  readonly checkoutSearch?: string | undefined
}

const getStorageKey = () => draftKey('payment outcome')

/** Stores the outcome for the result page. Leaving the checkout loads a new document, which route state does not survive. */
export function savePaymentOutcome(outcome: PaymentOutcome): void {
  storeJson('sessionStorage', getStorageKey(), outcome)
}

/** The stored outcome; fields that are no text are dropped. */
function readOutcome(): PaymentOutcome {
  const entries = Object.entries((readStoredJson('sessionStorage', getStorageKey()) ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string' && value !== ''))
}

/** The outcome of the last payment in this tab. Survives a reload of the result page. */
export function usePaymentOutcome(): PaymentOutcome {
  // The storage key depends on the user, who may be loaded after the first render.
  useSession(({ user }) => user?._id)
  return useHydrated() ? readOutcome() : {}
}

/** True once for each paid payment: whether its arrival has not been announced yet. */
export function takePaidNotice(paymentId: string): boolean {
  if (paymentId === '' || readOutcome().paidPaymentId !== paymentId) return false
  return storeJson('sessionStorage', getStorageKey(), undefined)
}
