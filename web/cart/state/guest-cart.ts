import { create } from 'zustand'
import type { Product } from '#contract/catalog/products.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { type GuestCartLine, lineKey, parseGuestCart } from './guest-cart-line.ts'

const storageKey = 'cartItems'

interface GuestCart {
  /** undefined until the browser's storage has been read, as on the server */
  readonly lines: readonly GuestCartLine[] | undefined
}

export const useGuestCart = create<GuestCart>(() => ({ lines: undefined }))

/** The current lines. Reads storage, because another tab may have changed them. */
export const getGuestCart = (): readonly GuestCartLine[] => parseGuestCart(readStoredJson('localStorage', storageKey))

/** Applies a change to the current lines and stores the result. */
export function updateGuestCart(change: (lines: readonly GuestCartLine[]) => readonly GuestCartLine[]): void {
  const before = getGuestCart()
  const lines = change(before)
  if (lines !== before) storeJson('localStorage', storageKey, lines)
  useGuestCart.setState({ lines })
}

/** Reads the stored cart and follows changes from other tabs. Returns a function that stops it. */
export function syncGuestCart(): () => void {
  const read = () => useGuestCart.setState({ lines: getGuestCart() })
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) read()
  }
  read()
  const listeners = new AbortController()
  window.addEventListener('storage', onStorage, { signal: listeners.signal })
  // A page restored from the back-forward cache has missed the storage events.
  window.addEventListener('pageshow', read, { signal: listeners.signal })
  return () => listeners.abort()
}

export function addToGuestCart({ product, size }: { product: Product; size: Size | undefined }): 'added' | 'duplicate' | 'full' {
  const { _id, name, description, price, image, backdrop, category, stock, sizes, sizeStock } = product
  const fields = { _id, name, description, price, image, backdrop, category, stock, sizes, sizeStock, qty: quantities.addedToCart }
  const line: GuestCartLine = size === undefined ? fields : { ...fields, size }
  const lines = getGuestCart()
  if (lines.some((other) => lineKey(other) === lineKey(line))) return 'duplicate'
  if (lines.length >= quantities.maxLines) return 'full'
  updateGuestCart((current) => [...current, line])
  return 'added'
}

export const countItems = (lines: readonly GuestCartLine[]): number => lines.reduce((sum, line) => sum + line.qty, 0)
