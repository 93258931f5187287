import type { DeliveryAddress } from '#contract/address.ts'
import { emptyAddress, pickAddress } from './delivery-resolver.ts'

const storageKey = 'guestDelivery'

/** What was typed before a reload, field by field; anything else that may be stored there is left out. */
export function readDraft(): DeliveryAddress {
  try {
    return pickAddress(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return emptyAddress
  }
}

export function keepDraft(values: Partial<DeliveryAddress>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(values))
  } catch {
    // A full or closed storage: the form still works, it only does not survive a reload.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Nothing was kept there then.
  }
}
