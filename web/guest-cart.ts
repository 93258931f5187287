import { create } from 'zustand'
import { quantities, type Size } from '#contract/business.ts'
import { type Paise, paise, toPaise } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { type CartLine, lineKey, readLines } from './cart-line.ts'

const storageKey = 'cartItems'

interface GuestCart {
  /** undefined until the browser's storage has been read, as on the server */
  readonly lines: readonly CartLine[] | undefined
}

export const useGuestCart = create<GuestCart>(() => ({ lines: undefined }))

/** The stored lines; undefined when storage is closed to us (private windows, blocked cookies). */
function readStorage(): CartLine[] | undefined {
  try {
    return readLines(JSON.parse(localStorage.getItem(storageKey) ?? '[]'))
  } catch (problem) {
    return problem instanceof SyntaxError ? [] : undefined
  }
}

/** True when the cart outlives this page. A full or closed storage leaves it in memory, which is enough to order. */
function writeStorage(lines: readonly CartLine[]): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(lines))
    return true
  } catch {
    return false
  }
}

let storageWorks = true

/** Starts from what is stored, not from what this tab last saw: another tab may have added a piece in between. */
function changeLines(change: (lines: readonly CartLine[]) => readonly CartLine[]): void {
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
export function followStoredCart(): () => void {
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
  changeLines((lines) => {
    const { _id, name, description, price, image, backdrop, category, stock, sizes } = product
    const fields = { _id, name, description, price, image, backdrop, category, stock, sizes, qty: quantities.addedToCart }
    const line: CartLine = size === undefined ? fields : { ...fields, size }
    if (lines.some((other) => lineKey(other) === lineKey(line))) outcome = 'duplicate'
    else if (lines.length >= quantities.mostLines) outcome = 'full'
    return outcome === 'added' ? [...lines, line] : lines
  })
  return outcome
}

export function setLineQuantity({ key, qty }: { key: string; qty: number }): void {
  const held = Math.max(quantities.least, Math.min(quantities.most, Math.trunc(qty)))
  changeLines((lines) => lines.map((line) => (lineKey(line) === key ? { ...line, qty: held } : line)))
}

/** False when the cart already has that product in that size: refused, as adding it a second time is. */
export function setLineSize({ key, size }: { key: string; size: Size }): boolean {
  let done = true
  changeLines((lines) => {
    const line = lines.find((other) => lineKey(other) === key)
    if (line === undefined) return lines
    const changed: CartLine = { ...line, size }
    done = lineKey(changed) === key || !lines.some((other) => lineKey(other) === lineKey(changed))
    return done ? lines.map((other) => (other === line ? changed : other)) : lines
  })
  return done
}

export function removeLine(key: string): void {
  changeLines((lines) => lines.filter((line) => lineKey(line) !== key))
}

/** Takes over what the server says of these products now. */
export function updateProducts(products: ReadonlyMap<string, Product>): void {
  changeLines((lines) => lines.map((line) => ({ ...line, ...products.get(line._id) })))
}

/** The lines as they are stored now, for those who do not watch them. */
export const readGuestCart = (): readonly CartLine[] => readStorage() ?? useGuestCart.getState().lines ?? []

/** Takes these pieces out, and only these: what was added since stays. */
export function takeOutLines(taken: readonly CartLine[]): void {
  const pieces = new Map(taken.map((line) => [lineKey(line), line.qty]))
  changeLines((lines) => lines.map((line) => ({ ...line, qty: line.qty - (pieces.get(lineKey(line)) ?? 0) })).filter(({ qty }) => qty > 0))
}

export function clearGuestCart(): void {
  changeLines(() => [])
}

export const countPieces = (lines: readonly CartLine[]): number => lines.reduce((sum, line) => sum + line.qty, 0)

/** Reckoned in paise, so that no line adds a hair of a rupee. */
export const reckonSubtotal = ({ price, qty }: Pick<CartLine, 'price' | 'qty'>): Paise => paise(toPaise(price) * qty)

export const reckonTotal = (lines: readonly CartLine[]): Paise => paise(lines.reduce((sum, line) => sum + reckonSubtotal(line), 0))
