import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CartLine } from '#contract/cart/cart.ts'
import { call } from '../../api/client.ts'
import { getErrorText } from '../../api/error-text.ts'
import { createKey } from '../../api/idempotency-key.ts'
import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { draftKey } from '../../session/drafts.ts'
import { loadKnownUser, useSession } from '../../session/session.ts'
import { type CartProducts, fetchCartProducts } from '../state/fetch-cart-products.ts'
import { getGuestCart, updateGuestCart, useGuestCart } from '../state/guest-cart.ts'
import type { GuestCartLine } from '../state/guest-cart-line.ts'
import { useMergeNotices } from '../state/merge-guest-cart.ts'
import { storeOfferCode } from '../state/offer-code.ts'
import { setShopperCart, useShopperCart } from '../state/shopper-cart.ts'
import { addLine, type FittedItem, fitLinkedItems, listMissingItems, type OfferedItem } from './fit-linked-items.ts'

export interface LinkContent {
  readonly items: readonly OfferedItem[]
  readonly code: string | undefined
  /** what an assistant has begun; undefined for a link that holds the items itself */
  readonly session?: LinkedSession | undefined
}

interface LinkedSession {
  readonly token: string
  /** as far as the assistant knows it */
  readonly address: Readonly<Record<string, string>>
}

/** What a link holds, compared with the shop and with this visitor's cart, and how to add it. Nothing is changed before `add`. */
export function useLinkedCart({ items, code, session }: LinkContent) {
  const [found, setFound] = useState<CartProducts>()
  const [phase, setPhase] = useState<'idle' | 'adding'>('idle')
  const [error, setError] = useState<string>()
  // Pressing the button again after a lost answer adds nothing twice.
  const [key] = useState(createKey)
  const isAdding = useRef(false)
  const guestLines = useGuestCart((cart) => cart.lines)
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const navigate = useNavigate()

  const load = () => fetchCartProducts(items.map(({ product }) => ({ _id: product }))).then(setFound)
  const itemsKey = JSON.stringify(items)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the products of other items
  useEffect(() => {
    setFound(undefined)
    load()
  }, [itemsKey])

  const isFailed = found !== undefined && items.some(({ product }) => !found.products.has(product) && !found.goneIds.has(product))
  const shopperLines = useShopperCart((cart) => cart.lines)
  const lines = isShopper ? [] : guestLines
  const cart = isShopper ? (shopperLines ?? []).map(toQuantity) : (guestLines ?? []).map(toGuestQuantity)
  // A link with the items itself adds them each time; what an assistant has chosen is in the cart once.
  const listItems = (quantities: typeof cart) => (session ? listMissingItems({ items, cart: quantities }) : items)
  const fitted = found && lines && fitLinkedItems({ items: listItems(cart), ...found, lines })

  const add = async () => {
    if (isAdding.current || found === undefined) return
    isAdding.current = true
    setPhase('adding')
    setError(undefined)
    try {
      const user = await loadKnownUser()
      // First, so that a link that has ended adds nothing.
      if (session) await call('POST /cart/session/open', { body: { token: session.token } })
      const isOwnCart = user?.role === 'user'
      // Read again: another tab may have changed the cart.
      if (isOwnCart) {
        const current = session ? (await callSignedIn('GET /cart', {})).cart : []
        const missing = fitLinkedItems({ items: listItems(current.map(toQuantity)), ...found, lines: [] }).items
        await addToAccount({ key: session ? createKey() : key, fitted: missing })
      } else addOnDevice(fitLinkedItems({ items: listItems(getGuestCart().map(toGuestQuantity)), ...found, lines: getGuestCart() }).items)
      if (code !== undefined) storeOfferCode(code)
      if (session === undefined) return await navigate(isOwnCart ? '/UserDashboard/cart' : '/homecart')
      fillInAddress(session.address)
      if (isOwnCart) return await navigate('/UserDashboard/cart', { state: { opensCheckout: true } })
      return await navigate('/orderNow')
    } catch (failure) {
      setError(getErrorText({ error: failure, fallback: 'The items could not be added. Please try again.' }))
    } finally {
      isAdding.current = false
      setPhase('idle')
    }
  }
  return { fitted, isFailed, retry: load, add, isAdding: phase === 'adding', error, cart }
}

const toQuantity = ({ product, size, quantity }: CartLine) => ({ product: product._id, size, quantity })
const toGuestQuantity = ({ _id, size, qty }: GuestCartLine) => ({ product: _id, size: size ?? null, quantity: qty })

function addOnDevice(fitted: readonly FittedItem[]): void {
  const added = fitted.filter(({ quantity }) => quantity > 0)
  updateGuestCart((before) => added.reduce((cart, item) => addLine({ ...item, cart }), before))
}

/** A merge, because it accepts any quantity and an item without a size, and happens once. */
async function addToAccount({ key, fitted }: { key: string; fitted: readonly FittedItem[] }): Promise<void> {
  const lines = fitted
    .filter(({ quantity }) => quantity > 0)
    .map(({ product, size, quantity }) => ({ product: product._id, name: product.name, price: product.price, size, quantity }))
  if (lines.length === 0) return
  const { cart, quote, notices } = await callSignedIn('POST /cart/merge', { headers: { 'idempotency-key': key }, body: { lines } })
  setShopperCart(cart, quote)
  useMergeNotices.setState({ title: 'The items of the link were added to your cart', notices })
}

/** Fills in the form of the checkout. What the assistant does not know stays as it was typed before. */
function fillInAddress(address: LinkedSession['address']): void {
  const key = draftKey('delivery')
  const known = Object.entries(address).filter(([, value]) => value !== '')
  if (known.length > 0)
    storeJson('sessionStorage', key, { ...(readStoredJson('sessionStorage', key) as object | undefined), ...Object.fromEntries(known) })
}
