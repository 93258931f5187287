import type { DeliveryAddress } from '#contract/address.ts'
import { emptyAddress } from '../ui/delivery-resolver.ts'

const storageKey = 'guestDelivery'

/** What was typed before a reload, field by field; anything else that may be stored there is left out. */
export function readDraft(): DeliveryAddress {
  try {
    const stored = (JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, unknown>
    const typed = Object.keys(emptyAddress).filter((name) => typeof stored[name] === 'string')
    return { ...emptyAddress, ...Object.fromEntries(typed.map((name) => [name, stored[name]])) }
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
