import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import { policy } from '#contract/kernel/limits/policy-numbers.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { calculateTotals } from '#contract/orders/adjustments.ts'
import type { BoughtItem } from '#contract/orders/buy-now.ts'
import { ApiError, call } from '../api/client.ts'
import { CartSkeleton } from '../cart/mini-cart/cart-skeleton.tsx'
import { toOfferFields } from '../cart/offer/cart-offer.ts'
import { describeGuestProblem } from '../cart/state/describe-guest-problem.ts'
import { clearGuestCart } from '../cart/state/edit-guest-cart.ts'
import { type CartProducts, fetchCartProducts, mergeProducts } from '../cart/state/fetch-cart-products.ts'
import { getGuestCart } from '../cart/state/guest-cart.ts'
import { type GuestCartLine, parseGuestCart } from '../cart/state/guest-cart-line.ts'
import { findShortage } from '../cart/state/guest-stock.ts'
import { storeOfferCode } from '../cart/state/offer-code.ts'
import { useGuestQuote } from '../cart/state/use-guest-quote.ts'
import { useRefreshOnReturn } from '../cart/use-refresh-on-return.ts'
import { usePolicies } from '../layout/store-config.ts'
import { describeJustPlaced } from '../orders/placed/just-placed.ts'
import { loadPlacedOrderPanel } from '../orders/placed/lazy-placed-order-panel.tsx'
import { rememberPlacedOrder } from '../orders/placed/placed-orders.ts'
import { parseBuyNow } from '../orders/shared/buy-now.ts'
import { useShopperNote } from '../orders/shared/use-shopper-note.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { unlistedTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { CodForm } from './cod-form.tsx'
import { CheckoutFrame } from './payment/checkout-frame.tsx'
import { toProductLink } from './payment/load-checkout.ts'
import { hasPendingPayment } from './payment/pending-guest-payment.ts'
import { placeGuestOrder } from './place-order.ts'
import { useChosenCart, useGuestPayment } from './use-guest-payment.tsx'

export const meta = unlistedTitle('Delivery')

const nothingFound: CartProducts = { products: new Map(), goneIds: new Set() }

/** The lines as they were ordered, at the prices shown in the cart, with what the stock does not cover any more. */
function describeLines({ lines, ...found }: CartProducts & { lines: readonly GuestCartLine[] }) {
  const merged = mergeProducts({ lines, ...found })
  return lines.map((line, index) => {
    const now = merged[index] ?? line
    return {
      ...line,
      quantity: line.qty,
      placeholderColor: line.backdrop,
      problem: describeGuestProblem({ line: now, lines: merged, isGone: found.goneIds.has(line._id) }),
      isCounted: findShortage({ line: now, lines: merged }) === undefined,
    }
  })
}

/**
 * The guest's order form. Its cart is route state (spec §2), which the server never sees; the stored cart when the page was opened
 * directly or in a new document.
 */
export default function OrderNow() {
  const { state, search } = useLocation()
  const buyNow = parseBuyNow(search)
  const boughtLines = useBoughtLines(buyNow)
  const isHydrated = useHydrated()
  const chosenCart = useChosenCart()
  const [storedCart] = useState(getGuestCart)
  const passed = parseGuestCart((state as { cart?: unknown } | null)?.cart ?? chosenCart)
  const lines = buyNow ? boughtLines : passed.length > 0 ? passed : storedCart
  const isLoading = !isHydrated || lines === undefined
  const isEmpty = isHydrated && lines?.length === 0
  // The window of a payment was lost with its document, as when a phone opens the UPI app.
  const [isPaying] = useState(hasPendingPayment)
  if (isHydrated && isPaying) return <Navigate to="/payment-result" replace />
  return (
    <CheckoutFrame steps={isEmpty ? [] : undefined}>
      {isLoading && <CartSkeleton />}
      {isEmpty && (
        <EmptyState
          title={screenTexts.noItemsInCart}
          action={
            <LinkButton variant="primary" to="/homecart">
              Go Back to Cart
            </LinkButton>
          }
        >
          <p>Put something you like in your cart, and order it from there.</p>
        </EmptyState>
      )}
      {isHydrated && lines !== undefined && !isEmpty && <GuestCheckout lines={lines} bought={buyNow?.product} />}
    </CheckoutFrame>
  )
}

interface GuestCheckoutProps {
  lines: readonly GuestCartLine[]
  /** the id of a product that is bought at once; the cart stays as it is */
  bought: string | undefined
}

/** The form, and the window in which a guest pays online. */
function GuestCheckout({ lines, bought }: GuestCheckoutProps) {
  const policies = usePolicies()
  const navigate = useNavigate()
  const [found, setFound] = useState(nothingFound)
  const check = async () => setFound(await fetchCartProducts(lines))
  useRefreshOnReturn(check)
  const items = describeLines({ lines, ...found })
  const counted = items.filter(({ isCounted }) => isCounted)
  const totals = calculateTotals({ lines: counted })
  const offer = useGuestQuote(counted.map(({ _id: productId, size, quantity }) => ({ productId, size, quantity })))
  /** Without an answer the server applies what needs no code. */
  const getOffer = async (payment: 'delivery' | 'online', pinCharge: number | undefined) =>
    toOfferFields({ totals, quote: offer.quote ?? (await offer.refresh()), payment, policies, pinCharge })
  const shopperNote = useShopperNote()
  const { payOnline, window } = useGuestPayment({
    lines,
    leavesCart: bought !== undefined,
    note: shopperNote.note,
    getOffer,
  })
  return (
    <>
      <CodForm
        items={items}
        totals={totals}
        quote={offer.quote}
        offer={offer}
        cartLink={bought === undefined ? { to: '/homecart', label: 'Go Back to Cart' } : toProductLink(`/product/${bought}`)}
        shopperNote={shopperNote}
        payOnline={payOnline}
        placeOrder={async (address, pinCharge) =>
          placeGuestOrder({ lines, address, note: shopperNote.note, offer: await getOffer('delivery', pinCharge) })
        }
        onCartOutdated={async () => void (await Promise.all([check(), offer.refresh()]))}
        onPlaced={async (order, deliveryAddress) => {
          shopperNote.clear()
          if (bought === undefined) {
            clearGuestCart()
            storeOfferCode(undefined)
          }
          rememberPlacedOrder({ order, deliveryAddress })
          const text = `Order ${order.number} placed. It will be with you within ${policy.guestDeliveryDays} days of dispatch.`
          showToast({ text, duration: timings.longToast })
          await loadPlacedOrderPanel()
          return navigate('/buy', { replace: true, state: describeJustPlaced(order.number) })
        }}
      >
        Returns within {policies.returnWindowDays} days. We store your name, address, phone and email to deliver this order, for returns,
        and in our order records as tax law requires.{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
      </CodForm>
      {window}
    </>
  )
}

/** The line of the item that a guest buys at once. Undefined while it is loaded; empty when the shop does not have it. Loads nothing without an item. */
function useBoughtLines(item: BoughtItem | undefined): readonly GuestCartLine[] | undefined {
  const [lines, setLines] = useState<readonly GuestCartLine[]>()
  const { product: id, size, quantity } = item ?? {}
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    call('GET /products/:id', { params: { id } }).then(
      (product) => isCurrent && setLines(parseGuestCart([{ ...product, size, qty: quantity }])),
      (error: unknown) => isCurrent && setLines(error instanceof ApiError ? [] : undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [id, size, quantity])
  return lines
}
