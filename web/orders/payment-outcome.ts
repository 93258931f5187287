import { useSyncExternalStore } from 'react'
import { draftKey } from '../auth/drafts.ts'
import { useSession } from '../auth/session.ts'

/** How a payment ended, for the screen that says so. */
export interface PaymentOutcome {
  /** the payment that has just arrived, as the provider calls it */
  readonly paid?: string | undefined
  /** the server's own words, when they say more than the screen's */
  readonly words?: string | undefined
  /** what the bank said */
  readonly reason?: string | undefined
}

const nameNews = () => draftKey('payment news')

/** Leaves the end of a payment for the next screen. Route state would not get there: leaving the checkout loads a new document. */
export function savePaymentOutcome(news: PaymentOutcome): void {
  try {
    sessionStorage.setItem(nameNews(), JSON.stringify(news))
  } catch {
    // A full or closed storage: the screen's own words must do.
  }
}

function readNews(): string | null {
  try {
    return sessionStorage.getItem(nameNews())
  } catch {
    return null
  }
}

/** Anything may be in there; anything but texts is not read. */
function parseNews(kept: string | null): PaymentOutcome {
  const given = Object.entries((JSON.parse(kept ?? 'null') ?? {}) as Record<string, unknown>)
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''))
}

const neverChanges = () => () => {}

/** The end of the last payment in this tab. Stays for a reload of its screen, until the next payment or signing out. */
export function usePaymentOutcome(): PaymentOutcome {
  // Whose it is may become known later than the screen.
  useSession(({ user }) => user?._id)
  const kept = useSyncExternalStore(neverChanges, readNews, () => null)
  try {
    return parseNews(kept)
  } catch {
    return {}
  }
}

/** Whether this payment's arrival is still to be told; from then on it is not. */
export function takePaidNotice(paymentId: string): boolean {
  try {
    if (paymentId === '' || parseNews(readNews()).paid !== paymentId) return false
    sessionStorage.removeItem(nameNews())
    return true
  } catch {
    return false
  }
}
