import { useEffect, useEffectEvent, useState } from 'react'
import * as screenTexts from '#contract/screen-texts.ts'
import { removeGuestLine, setGuestQuantity, setGuestSize } from '../guest-cart/edit-guest-cart.ts'
import { useGuestCart } from '../guest-cart/guest-cart.ts'
import { showToast } from '../ui/toast.ts'
import type { CartStore } from './cart-store.ts'
import { type CartCheck, checkGuestCart, toCartItems } from './guest-cart-check.ts'
import { useRefreshOnReturn } from './use-refresh-on-return.ts'

/** The browser's cart. Changes apply at once; products are checked with the server when the cart opens and on return to it. */
export function useGuestCartStore(): CartStore {
  const lines = useGuestCart((cart) => cart.lines)
  const [check, setCheck] = useState<CartCheck>(new Map())
  const isLoaded = lines !== undefined

  const refresh = async () => setCheck(await checkGuestCart(check))
  const onLoad = useEffectEvent(refresh)
  useEffect(() => {
    if (isLoaded) onLoad()
  }, [isLoaded])
  useRefreshOnReturn(refresh)

  return {
    status: isLoaded ? 'ready' : 'loading',
    items: toCartItems({ lines: lines ?? [], check }),
    error: undefined,
    setQuantity: ({ key }, quantity) => setGuestQuantity({ key, quantity }),
    setSize: ({ key }, size) => {
      if (!setGuestSize({ key, size })) showToast({ text: screenTexts.alreadyInCart, kind: 'info' })
    },
    remove: ({ key }) => removeGuestLine(key),
  }
}
