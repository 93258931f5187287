import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { calculateTotals, getToPay } from '#contract/orders/adjustments.ts'
import { ApiError, isUnauthorized } from '../api/client.ts'
import { getErrorText } from '../api/error-text.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { type CodOffer, formatAdvance, readCodOffer } from '../orders/shared/pin-answer.ts'
import { readKnownPinCode, usePinAnswer } from '../orders/shared/use-pin-answer.ts'
import { callSignedIn } from '../session/call-signed-in.ts'
import { userContext } from '../session/guard.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { pageTitle } from '../ui/page-title.ts'
import { showToast } from '../ui/toast.ts'
import type { Route } from './+types/cart'
import { CartView } from './cart-view.tsx'
import { DeliveryNotice } from './delivery-notice.tsx'
import { chargeTotals } from './offer/cart-offer.ts'
import { OnlineSaving } from './offer/offer-field.tsx'
import { finishMerge, useMergeNotices } from './state/merge-guest-cart.ts'
import { readOfferCode, storeOfferCode } from './state/offer-code.ts'
import { type LoadedCart, useShopperCartStore } from './use-shopper-cart-store.ts'

/** The server's cart, after a running merge of the guest cart. */
export async function clientLoader({ context }: Route.ClientLoaderArgs): Promise<LoadedCart & { pinCode?: string | undefined }> {
  await finishMerge(context.get(userContext))
  try {
    const { cart: lines, quote, deliveryAddress } = await callSignedIn('GET /cart', {})
    const entered = lines.length > 0 ? await enterDeviceCode() : undefined
    return { lines, quote: entered ?? quote, error: undefined, pinCode: deliveryAddress?.pinCode }
  } catch (error) {
    if (isUnauthorized(error)) throw error
    return { lines: undefined, quote: undefined, error: getErrorText({ error, fallback: screenTexts.cartLoadFailed }) }
  }
}

/** Moves a code that this device remembers into the cart: of a link, or entered before signing in. Why it does not count is told. */
async function enterDeviceCode(): Promise<Quote | undefined> {
  const code = readOfferCode()
  if (code === undefined) return undefined
  storeOfferCode(undefined)
  try {
    return (await callSignedIn('POST /cart/offer', { body: { code } })).quote
  } catch (error) {
    if (isUnauthorized(error)) throw error
    if (error instanceof ApiError) showToast({ text: `${code}: ${error.message}`, kind: 'info', duration: timings.longToast })
    return undefined
  }
}

export const meta = pageTitle('Your Cart')

interface PaymentMethods {
  readonly offer: CodOffer
  /** rupees */
  readonly toPay: number
  /** whether cash on delivery is possible at all */
  readonly isPossible: boolean
}

/** What the buttons of the dialog mean. */
function describeMethods({ offer, toPay, isPossible }: PaymentMethods): string {
  const prepaid = 'Prepaid: pay now by UPI or card.'
  if (!isPossible || offer.cod === 'no') return prepaid
  const advance = offer.cod === 'advance' ? formatAdvance({ advance: offer.advance, toPay }) : 'Pay the courier'
  return `${prepaid} Cash on Delivery: ${advance.charAt(0).toLowerCase()}${advance.slice(1)}.`
}

/** The shopper's cart. */
export default function Cart({ loaderData }: Route.ComponentProps) {
  const store = useShopperCartStore(loaderData)
  const pinCode = loaderData.pinCode || readKnownPinCode()
  const answer = usePinAnswer(pinCode)
  const totals = calculateTotals({ lines: store.items.filter(({ isCounted }) => isCounted) })
  const { offersCod, policies } = useStoreConfig()
  const priced = { totals, quote: store.offer.quote, policies, pinCharge: answer?.charge }
  const onDelivery = chargeTotals(priced)
  const toPay = getToPay(onDelivery)
  const offer = readCodOffer({ answer, toPay })
  const isAdvance = answer?.deliver !== false && offer.cod === 'advance'
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isPaying, setPaying] = useState(false)
  const { state } = useLocation()
  const opensCheckout = (state as { opensCheckout?: boolean } | null)?.opensCheckout === true
  const canCheckOut = store.items.length > 0 && store.items.every(({ problem }) => problem === undefined)
  useEffect(() => {
    if (!opensCheckout) return
    if (canCheckOut) setPaying(true)
    // A reload of the page opens no dialog, also before this navigation has loaded the cart again.
    history.replaceState({ ...history.state, usr: null }, '')
    navigate('.', { replace: true, state: null, preventScrollReset: true })
  }, [opensCheckout, canCheckOut, navigate])
  const closeDialog = () => setPaying(false)
  /** The payment method and the cart go to the checkout as route state (spec §2). */
  const openCheckout = (paymentMethod: 'prepaid' | 'cod', to: string) =>
    navigate(to, { state: { paymentMethod, cartItems: store.lines, totalPrice: calculateTotalRupees(store.items) } })
  return (
    <>
      <CartView
        store={store}
        offer={store.offer}
        shopHref="/UserDashboard/product"
        emptyText="Items you add are saved to your account, on every device you sign in on."
        orderLabel="Checkout"
        pinCode={pinCode}
        onOrder={() => setPaying(true)}
        onRetry={revalidate}
      >
        <MergeNotices />
      </CartView>
      <Dialog open={isPaying} onClose={closeDialog} title="Select Payment Method" closeButton={false}>
        <p className="text-balance text-soft">
          {describeMethods({ offer, toPay, isPossible: offersCod !== false && answer?.deliver !== false })}
        </p>
        <DeliveryNotice pinCode={pinCode} answer={answer} toPay={toPay} />
        <OnlineSaving totals={onDelivery} online={chargeTotals({ ...priced, payment: 'online' })}>
          {(amount) => `Prepaid ${amount}, Cash on Delivery ${formatRupees(toPay)}.`}
        </OnlineSaving>
        {isAdvance && (
          <Button variant="ink" className="min-h-12" onClick={() => openCheckout('prepaid', '/UserDashboard/Order')}>
            {formatAdvance({ advance: offer.advance, toPay })}
          </Button>
        )}
        <div className="flex flex-col gap-3">
          <Button variant="primary" className="min-h-12" onClick={() => openCheckout('prepaid', '/UserDashboard/Order')}>
            Prepaid
          </Button>
          <Button className="min-h-12" onClick={() => openCheckout('cod', '/UserDashboard/Cod')}>
            Cash on Delivery
          </Button>
          <Button variant="quiet" onClick={closeDialog}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** What changed when a guest cart or a former order was added to this one, until it is dismissed. */
function MergeNotices() {
  const { title, notices } = useMergeNotices()
  if (notices.length === 0) return null
  return (
    <section
      aria-labelledby="merged"
      className="flex max-w-3xl flex-col items-start gap-3 rounded-control border border-edge bg-raised p-5"
    >
      <h2 id="merged" className="font-display text-xl">
        {title}
      </h2>
      <ul className="list-disc pl-5">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
      <Button onClick={() => useMergeNotices.setState({ notices: [] })}>Got it</Button>
    </section>
  )
}
