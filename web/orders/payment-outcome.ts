import { useSyncExternalStore } from 'react'
import { draftKey } from '../auth/drafts.ts'
import { useSession } from '../auth/session.ts'

/** What the result page of a payment shows beyond its own text. */
export interface PaymentOutcome {
  /** the provider's id of a payment that has just arrived */
  readonly paidPaymentId?: string | undefined
  /** the server's text about a payment that was refunded */
  readonly refundMessage?: string | undefined
  /** why the bank declined */
  readonly failureReason?: string | undefined
}

const getStorageKey = () => draftKey('payment outcome')

/** Stores the outcome for the result page. Leaving the checkout loads a new document, which route state does not survive. */
export function savePaymentOutcome(outcome: PaymentOutcome): void {
  try {
    sessionStorage.setItem(getStorageKey(), JSON.stringify(outcome))
  } catch {
    // Storage is full or not accessible: the result page shows its own text only.
  }
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(getStorageKey())
  } catch {
    return null
  }
}

/** Only texts are kept of what was stored. */
function parseOutcome(json: string | null): PaymentOutcome {
  try {
    const entries = Object.entries((JSON.parse(json ?? 'null') ?? {}) as Record<string, unknown>)
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string' && value !== ''))
  } catch {
    return {}
  }
}

const subscribe = () => () => {}

/** The outcome of the last payment in this tab. Survives a reload of the result page. */
export function usePaymentOutcome(): PaymentOutcome {
  // The storage key depends on the user, who may be loaded after the first render.
  useSession(({ user }) => user?._id)
  return parseOutcome(useSyncExternalStore(subscribe, readStorage, () => null))
}

/** True once for each paid payment: whether its arrival has not been announced yet. */
export function takePaidNotice(paymentId: string): boolean {
  if (paymentId === '' || parseOutcome(readStorage()).paidPaymentId !== paymentId) return false
  sessionStorage.removeItem(getStorageKey())
  return true
}
