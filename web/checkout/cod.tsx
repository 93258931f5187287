import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import { applyQuote, toOfferFields } from '../cart/offer/cart-offer.ts'
import { setShopperCart } from '../cart/state/shopper-cart.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { useShopperNote } from '../orders/shared/use-shopper-note.ts'
import { userContext } from '../session/guard.ts'
import { pageTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/cod'
import { CodForm } from './cod-form.tsx'
import { CheckoutFrame, EmptyCheckout } from './payment/checkout-frame.tsx'
import { calculateLineTotals, cartLink, loadCheckout, parseQuotedTotal, toLineItems } from './payment/load-checkout.ts'
import { placeCodOrder } from './place-order.ts'

export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadCheckout(context.get(userContext))

export const meta = pageTitle('Cash on delivery')

/** The shopper's cash-on-delivery order. */
export default function Cod({ loaderData: { lines, quote, savedAddress, addresses } }: Route.ComponentProps) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { policies, checkoutScript } = useStoreConfig()
  const shopperNote = useShopperNote()
  if (lines.length === 0) return <EmptyCheckout ordersHref="/UserDashboard/codOrders" />
  const totals = calculateLineTotals(lines)
  const { toPay } = toOfferFields({ totals, quote })
  return (
    <CheckoutFrame>
      <CodForm
        account={{ savedAddress, addresses }}
        items={toLineItems(lines)}
        totals={applyQuote({ totals, quote })}
        quotedTotal={parseQuotedTotal(state)}
        cartLink={cartLink}
        onlineLink={checkoutScript ? { to: '/UserDashboard/Order', label: 'Pay online' } : undefined}
        shopperNote={shopperNote}
        placeOrder={(address) => placeCodOrder({ lines, address, note: shopperNote.note, toPay })}
        onCartOutdated={revalidate}
        onPlaced={({ _id, number }) => {
          shopperNote.clear()
          setShopperCart([])
          showToast({ text: `Order ${number} placed.`, duration: timings.longToast })
          return navigate('/UserDashboard/codOrders', { replace: true, state: { placedOrderId: _id } })
        }}
      >
        Returns within {policies.returnWindowDays} days.
      </CodForm>
    </CheckoutFrame>
  )
}
