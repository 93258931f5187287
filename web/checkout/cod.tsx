import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import { toOfferFields } from '../cart/offer/cart-offer.ts'
import { setShopperCart } from '../cart/state/shopper-cart.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { useShopperNote } from '../orders/shared/use-shopper-note.ts'
import { userContext } from '../session/guard.ts'
import { pageTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/cod'
import { CodForm } from './cod-form.tsx'
import { CheckoutFrame, EmptyCheckout, OtherPayment } from './payment/checkout-frame.tsx'
import { calculateLineTotals, loadCheckout, parseQuotedTotal, toLineItems } from './payment/load-checkout.ts'
import { placeCodOrder } from './place-order.ts'
import { useBoughtOffer } from './use-bought-offer.ts'

export const clientLoader = ({ context, request }: Route.ClientLoaderArgs) => loadCheckout({ user: context.get(userContext), request })

export const meta = pageTitle('Cash on delivery')

/** The shopper's cash-on-delivery order. */
export default function Cod({ loaderData: checkout }: Route.ComponentProps) {
  const { lines, savedAddress, addresses, buyNow, cartLink } = checkout
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { policies, checkoutScript } = useStoreConfig()
  const shopperNote = useShopperNote()
  const offer = useBoughtOffer(checkout)
  if (lines.length === 0) return <EmptyCheckout ordersHref="/UserDashboard/codOrders" isProductGone={buyNow !== undefined} />
  const quote = offer ? offer.quote : checkout.quote
  const onlineLink = checkoutScript ? { to: `/UserDashboard/Order${search}`, label: 'Pay online' } : undefined
  const totals = calculateLineTotals(lines)
  return (
    <CheckoutFrame>
      {buyNow && onlineLink && <OtherPayment {...onlineLink} label="Pay online instead" />}
      <CodForm
        account={{ savedAddress, addresses }}
        items={toLineItems(lines)}
        totals={totals}
        quote={quote}
        quotedTotal={parseQuotedTotal(state)}
        cartLink={cartLink}
        {...(offer && { offer })}
        onlineLink={onlineLink}
        shopperNote={shopperNote}
        placeOrder={(address, pinCharge) => {
          const { toPay, offerCode } = toOfferFields({ totals, quote, policies, pinCharge })
          return placeCodOrder({ lines, address, note: shopperNote.note, toPay, bought: buyNow && { buyNow, offerCode } })
        }}
        onCartOutdated={revalidate}
        onPlaced={({ _id, number }) => {
          shopperNote.clear()
          if (!buyNow) setShopperCart([])
          showToast({ text: `Order ${number} placed.`, duration: timings.longToast })
          return navigate('/UserDashboard/codOrders', { replace: true, state: { placedOrderId: _id } })
        }}
      >
        Returns within {policies.returnWindowDays} days.
      </CodForm>
    </CheckoutFrame>
  )
}
