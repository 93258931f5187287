import { create } from 'zustand'
import { quantities, type Size } from '#contract/business.ts'
import type { Product } from '#contract/products.ts'
import { type GuestCartLine, lineKey, parseGuestCart } from './guest-cart-line.ts'

const storageKey = 'cartItems'

interface GuestCart {
  /** undefined until the browser's storage has been read, as on the server */
  readonly lines: readonly GuestCartLine[] | undefined
}

export const useGuestCart = create<GuestCart>(() => ({ lines: undefined }))

/** The stored lines; undefined when storage is closed to us (private windows, blocked cookies). */
function readStorage(): GuestCartLine[] | undefined {
  try {
    return parseGuestCart(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch (problem) {
    return problem instanceof SyntaxError ? [] : undefined
  }
}

/** True when the cart outlives this page. A full or closed storage leaves it in memory, which is enough to order. */
function writeStorage(lines: readonly GuestCartLine[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(lines))
    return true
  } catch {
    return false
  }
}

let storageWorks = true

/** Starts from what is stored, not from what this tab last saw: another tab may have added a piece in between. */
export function updateGuestCart(change: (lines: readonly GuestCartLine[]) => readonly GuestCartLine[]): void {
  const stored = storageWorks ? readStorage() : undefined
  const before = stored ?? useGuestCart.getState().lines ?? []
  const lines = change(before)
  if (lines === before) {
    useGuestCart.setState({ lines: before })
    return
  }
  storageWorks = writeStorage(lines)
  useGuestCart.setState({ lines })
}

/** Reads the stored cart and follows the other tabs. Returns the way to stop. */
export function syncGuestCart(): () => void {
  const read = () => {
    if (storageWorks) useGuestCart.setState({ lines: readStorage() ?? useGuestCart.getState().lines ?? [] })
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) read()
  }
  read()
  window.addEventListener('storage', onStorage)
  // A page that comes back from the back-forward cache was told of nothing meanwhile.
  window.addEventListener('pageshow', read)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', read)
  }
}

export function addToGuestCart({ product, size }: { product: Product; size: Size | undefined }): 'added' | 'duplicate' | 'full' {
  let outcome: 'added' | 'duplicate' | 'full' = 'added'
  updateGuestCart((lines) => {
    const { _id, name, description, price, image, backdrop, category, stock, sizes } = product
    const fields = { _id, name, description, price, image, backdrop, category, stock, sizes, qty: quantities.addedToCart }
    const line: GuestCartLine = size === undefined ? fields : { ...fields, size }
    if (lines.some((other) => lineKey(other) === lineKey(line))) outcome = 'duplicate'
    else if (lines.length >= quantities.maxLines) outcome = 'full'
    return outcome === 'added' ? [...lines, line] : lines
  })
  return outcome
}

export const countItems = (lines: readonly GuestCartLine[]): number => lines.reduce((sum, line) => sum + line.qty, 0)

/** The lines as they are stored now, for those who do not watch them. */
export const getGuestCart = (): readonly GuestCartLine[] => readStorage() ?? useGuestCart.getState().lines ?? []
