import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cartErrors } from '#contract/cart/cart-errors.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { showToast } from '../ui/toast.ts'
import { type CartStore, isUnchanged } from './cart-store.ts'
import { type CartCheck, checkGuestCart, toCartItems } from './guest-cart-check.ts'
import { removeGuestLine, restoreGuestLine, setGuestQuantity, setGuestSize } from './state/edit-guest-cart.ts'
import { getGuestCart, useGuestCart } from './state/guest-cart.ts'
import { type GuestCartLine, lineKey } from './state/guest-cart-line.ts'
import { useRefreshOnReturn } from './use-refresh-on-return.ts'

/** The browser's cart. Changes apply at once; products are checked with the server when the cart opens and on return to it. */
export function useGuestCartStore(): CartStore {
  const lines = useGuestCart((cart) => cart.lines)
  const [check, setCheck] = useState<CartCheck>(new Map())
  const removedLines = useRef(new Map<string, GuestCartLine>())
  const isLoaded = lines !== undefined

  const items = toCartItems({ lines: lines ?? [], check })
  const refresh = async () => {
    const next = await checkGuestCart(check)
    setCheck(next)
    return next
  }
  const onLoad = useEffectEvent(refresh)
  useEffect(() => {
    if (isLoaded) onLoad()
  }, [isLoaded])
  useRefreshOnReturn(refresh)

  return {
    status: isLoaded ? 'ready' : 'loading',
    items,
    error: undefined,
    setQuantity: ({ key }, quantity) => setGuestQuantity({ key, quantity }),
    setSize: ({ key }, size) => {
      if (!setGuestSize({ key, size })) showToast({ text: screenTexts.alreadyInCart, kind: 'info' })
    },
    check: async () => isUnchanged({ before: items, now: toCartItems({ check: await refresh(), lines: getGuestCart() }) }),
    remove: ({ key }) => {
      const line = lines?.find((each) => lineKey(each) === key)
      if (line) removedLines.current.set(key, line)
      removeGuestLine(key)
    },
    restore: async ({ key }, index) => {
      const line = removedLines.current.get(key)
      const isRestored = line !== undefined && restoreGuestLine({ line, index })
      if (!isRestored) showToast({ text: cartErrors.cart_full.text, kind: 'error' })
      return isRestored
    },
  }
}
