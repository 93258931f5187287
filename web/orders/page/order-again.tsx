import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { quantities } from '#contract/kernel/business.ts'
import type { Order } from '#contract/orders/orders.ts'
import { getErrorText } from '../../api/error-text.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../api/idempotency-key.ts'
import { useMergeNotices } from '../../cart/state/merge-guest-cart.ts'
import { setShopperCart } from '../../cart/state/shopper-cart.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'

/** Merges the items of an order into the cart, as far as they are for sale and fit, and opens the cart. */
export function OrderAgain({ order: { _id, number, products } }: { order: Pick<Order, '_id' | 'number' | 'products'> }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const orderAgain = async () => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    const storageKey = `order again ${_id}`
    const lines = products.map((item) => ({ ...item, product: item._id, quantity: Math.min(item.quantity, quantities.max) }))
    try {
      const { cart, notices } = await callSignedIn('POST /cart/merge', {
        headers: { 'idempotency-key': getIdempotencyKey({ storageKey, contents: lines }) },
        body: { lines },
      })
      clearIdempotencyKey(storageKey)
      setShopperCart(cart)
      useMergeNotices.setState({ title: `Some items of order ${number} have changed`, notices })
      navigate('/UserDashboard/cart')
    } catch (error) {
      showToast({ text: getErrorText({ error, fallback: 'The items could not be added to your cart. Please try again.' }), kind: 'error' })
      isSending.current = false
      setBusy(false)
    }
  }
  return (
    // The second press of a double click adds nothing.
    <Button disabled={busy} aria-busy={busy} onClick={({ detail }) => detail < 2 && orderAgain()}>
      {busy ? 'Adding…' : 'Order again'}
      <span className="sr-only"> {number}</span>
    </Button>
  )
}
