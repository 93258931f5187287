import { timings } from '#contract/kernel/business.ts'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { toOfferCode } from '#contract/offers/offer-kinds.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { showToast } from '../../ui/toast.ts'

// The code of an offer that a guest has entered or followed a link with. Shoppers have theirs on the server.

const storageKey = 'offerCode'

export function readOfferCode(): string | undefined {
  const stored = readStoredJson('localStorage', storageKey)
  return typeof stored === 'string' && stored.length <= offerLimits.typedCodeLength ? stored : undefined
}

/** Stores the code of this device; undefined removes it. */
export const storeOfferCode = (code: string | undefined): void => void storeJson('localStorage', storageKey, code)

/** Remembers the code of a link such as `/buy?code=DIWALI10`. */
export function rememberOfferCode(typed: string): void {
  const code = toOfferCode(typed).slice(0, offerLimits.typedCodeLength)
  if (code === '' || code === readOfferCode()) return
  storeOfferCode(code)
  showToast({ text: `The code ${code} is used in your cart.`, duration: timings.longToast })
}
