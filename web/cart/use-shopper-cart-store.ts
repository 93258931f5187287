import { useEffect, useRef, useState } from 'react'
import type { CartLine } from '#contract/cart/cart.ts'
import { quantities, type Size, sizes } from '#contract/kernel/business.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { getErrorText } from '../api/error-text.ts'
import { createKey } from '../api/idempotency-key.ts'
import { shopperProductHref } from '../orders/shared/product-link.tsx'
import { callSignedIn } from '../session/call-signed-in.ts'
import { type CartItem, type CartStore, isUnchanged } from './cart-store.ts'
import { lineKey } from './state/guest-cart-line.ts'
import { isLineCounted, setShopperCart } from './state/shopper-cart.ts'
import type { CartOffer } from './state/use-guest-quote.ts'
import { useRefreshOnReturn } from './use-refresh-on-return.ts'

export interface LoadedCart {
  /** undefined: loading failed */
  readonly lines: readonly CartLine[] | undefined
  readonly quote?: Quote | undefined
  readonly error: string | undefined
}

function toCartItem({ product, size, quantity, problem, notice }: CartLine): CartItem {
  const { _id: productId, name, image, backdrop, price, stock, sizeStock, dispatchDays, availableFrom, returnRule } = product
  return {
    key: lineKey({ _id: productId, size }),
    productId,
    href: problem === 'gone' ? undefined : shopperProductHref(product),
    name,
    image,
    placeholderColor: backdrop,
    size: size ?? undefined,
    offeredSizes: product.sizes ?? sizes,
    sizeStock,
    quantity,
    dispatchDays,
    availableFrom,
    price,
    stock,
    problem: problem === null || notice === null ? undefined : problem === 'short' ? `${notice} Reduce the quantity to check out.` : notice,
    returnRule,
    // A line that can be ordered has a notice when its price is lower now.
    notices:
      problem === null ? [...(notice === null ? [] : [notice]), ...(stock <= quantities.lowStock ? [`Only ${stock} left`] : [])] : [],
    isCounted: isLineCounted({ problem }),
    isUnavailable: problem === 'gone' || (problem === 'sold_out' && !sizeStock?.some((each) => each.stock > 0)),
    hasNewPrice: problem === 'price',
  }
}

const describeQuantityError = (error: unknown): string => screenTexts.quantityFailed + (error instanceof Error ? error.message : '')

const describeRemovalError = (error: unknown): string => getErrorText({ error, fallback: screenTexts.removeFailed })

const describeRestoreError = (error: unknown): string =>
  getErrorText({ error, fallback: 'The item could not be put back. Please try again.' })

interface SavedCart {
  readonly cart: readonly CartLine[]
  readonly quote?: Quote | undefined
  /** what did not fit */
  readonly notices?: readonly string[]
}

/** The server's cart. Each change is a call, and shows once the server has confirmed it. `lines` are the server's own. */
export function useShopperCartStore(loaded: LoadedCart): CartStore & { readonly lines: readonly CartLine[]; readonly offer: CartOffer } {
  const [cart, setCart] = useState({ loaded, ...loaded })
  const [isSaving, setSaving] = useState(false)
  // Counts the starts and ends of changes, so that a refresh which overlaps one does not bring old lines back.
  const revision = useRef(0)
  const requestedRefresh = useRef(0)
  const shownRefresh = useRef(0)
  const savingNow = useRef(false)
  // The idempotency key of putting a removed line back, so that a repeated attempt does it once.
  const restoreKeys = useRef(new Map<string, string>())
  if (cart.loaded !== loaded) setCart({ loaded, ...loaded })
  useEffect(() => {
    if (cart.lines !== undefined) setShopperCart(cart.lines, cart.quote)
  }, [cart.lines, cart.quote])

  /** Resolves to the new cart; undefined when there was no answer, or another change overlapped. */
  const refresh = async () => {
    const revisionBefore = revision.current
    requestedRefresh.current += 1
    const turn = requestedRefresh.current
    const reply = await callSignedIn('GET /cart', {}).catch(() => undefined)
    if (reply === undefined || revision.current !== revisionBefore) return undefined
    // The reply to a later request is newer, also when it arrives first.
    if (turn > shownRefresh.current) {
      shownRefresh.current = turn
      setCart((before) => ({ ...before, lines: reply.cart, quote: reply.quote }))
    }
    return reply
  }
  // A second device may have changed the cart.
  useRefreshOnReturn(refresh)

  /** False when the change failed. */
  const save = async (send: () => Promise<SavedCart>, describeError: (error: unknown) => string): Promise<boolean> => {
    if (savingNow.current) return false
    savingNow.current = true
    revision.current += 1
    setSaving(true)
    try {
      const {
        cart: lines,
        quote,
        notices = [],
      } = await send().finally(() => {
        revision.current += 1
      })
      setCart((before) => ({ ...before, lines, quote, error: notices.join(' ') || undefined }))
      return true
    } catch (error) {
      setCart((before) => ({ ...before, error: describeError(error) }))
      // A refusal often means that price or stock has changed.
      refresh()
      return false
    } finally {
      savingNow.current = false
      setSaving(false)
    }
  }
  const changeLine = ({ productId, size }: CartItem, change: { quantity: number; newSize?: Size }) =>
    save(() => callSignedIn('PATCH /cart/:productId', { params: { productId }, body: { size, ...change } }), describeQuantityError)

  const { lines = [], quote, error } = cart
  const items = lines.map(toCartItem)
  return {
    status: cart.lines === undefined ? 'failed' : isSaving ? 'saving' : 'ready',
    lines,
    items,
    error,
    offer: {
      quote,
      enter: async (code) => {
        try {
          const reply = await callSignedIn('POST /cart/offer', { body: { code } })
          setCart((before) => ({ ...before, quote: reply.quote }))
        } catch (failure) {
          return getErrorText({ error: failure, fallback: screenTexts.tryAgain })
        }
      },
      remove: async () => {
        const reply = await callSignedIn('DELETE /cart/offer', {}).catch(() => undefined)
        if (reply) setCart((before) => ({ ...before, quote: reply.quote ?? undefined }))
      },
    },
    setQuantity: (item, quantity) => changeLine(item, { quantity }),
    setSize: (item, newSize) => changeLine(item, { quantity: item.quantity, newSize }),
    check: async () => {
      const now = await refresh()
      const isSameToPay = now?.quote?.toPay === quote?.toPay
      return now === undefined || (isSameToPay && isUnchanged({ before: items, now: now.cart.map(toCartItem) }))
    },
    remove: ({ key, productId, size }) => {
      restoreKeys.current.set(key, createKey())
      save(() => callSignedIn('DELETE /cart/:productId/:size', { params: { productId, size: size ?? 'none' } }), describeRemovalError)
    },
    // A merge, because it accepts any quantity and a line without a size, and happens once.
    restore: ({ key, productId, name, price, size, quantity }) =>
      save(
        () =>
          callSignedIn('POST /cart/merge', {
            headers: { 'idempotency-key': restoreKeys.current.get(key) },
            body: { lines: [{ product: productId, name, price, size, quantity }] },
          }),
        describeRestoreError,
      ),
  }
}
