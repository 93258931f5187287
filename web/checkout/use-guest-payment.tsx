import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { ShopperNote } from '#contract/orders/shopper-note.ts'
import { readStoredJson, storeJson } from '../api/stored-json.ts'
import type { GuestCartLine } from '../cart/state/guest-cart-line.ts'
import { isCheckoutDocument } from '../layout/leave-checkout.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import type { PaymentShare } from './advance-button.tsx'
import type { PayOnline } from './cod-form.tsx'
import type { OrderError, ShownOffer } from './place-order.ts'

const storageKey = 'guestPaymentStart'

const loadGuestPayment = () => import('./payment/guest-payment.tsx')
const GuestPayment = lazy(() => loadGuestPayment().then(({ GuestPayment: component }) => ({ default: component })))

/** A payment that was chosen before this document was loaded; undefined without one. */
const readChosen = () =>
  readStoredJson('sessionStorage', storageKey) as { cart?: unknown; offer?: Partial<ShownOffer>; share?: PaymentShare } | undefined

/** What the page has shown before this document was loaded. */
function parseOffer({ offerCode, toPay }: Partial<Record<keyof ShownOffer, unknown>> = {}): ShownOffer {
  return { ...(typeof offerCode === 'string' && { offerCode }), ...(typeof toPay === 'number' && { toPay }) }
}

/** The cart of the payment for which this document was loaded again, unvalidated: route state does not survive that. */
export function useChosenCart(): unknown {
  const [cart] = useState(() => readChosen()?.cart)
  return cart
}

interface ChosenPayment {
  readonly address: DeliveryAddress
  readonly offer: ShownOffer
  readonly share: PaymentShare | undefined
  readonly onEnd: (error: OrderError) => void
}

interface GuestPaymentOptions {
  readonly lines: readonly GuestCartLine[]
  /** one item is bought, and the cart stays as it is */
  readonly leavesCart: boolean
  readonly note: ShopperNote
  /** the code and the amount that the page shows for this payment; `pinCharge` in rupees */
  readonly getOffer: (payment: 'delivery' | 'online', pinCharge: number | undefined) => Promise<ShownOffer>
}

/**
 * The online payment of a guest's cart; undefined when it is off. Its code and the provider's script load when it is chosen. A document
 * that was not loaded at this page's URL must not run the script, so it is loaded again first.
 */
export function useGuestPayment({ lines, leavesCart, note, getOffer }: GuestPaymentOptions): {
  payOnline: PayOnline | undefined
  window: ReactNode
} {
  const { checkoutScript } = useStoreConfig()
  const [chosen, setChosen] = useState<ChosenPayment>()
  const [chosenBefore] = useState(readChosen)
  const [startsAtOnce] = useState(() => chosenBefore?.cart !== undefined && isCheckoutDocument())
  const startedShare = chosenBefore?.share
  // Once: a document that is loaded again later starts nothing.
  useEffect(() => void storeJson('sessionStorage', storageKey, undefined), [])
  const failed: OrderError = { text: screenTexts.scriptFailed, isCartOutdated: false, fields: {} }
  const isFirst = useRef(true)
  const start: PayOnline['start'] = async ({ address, share, pinCharge }) => {
    // The rest of an advance is paid on delivery.
    const payment = share ? 'delivery' : 'online'
    const offer = startsAtOnce && isFirst.current ? parseOffer(chosenBefore?.offer) : await getOffer(payment, pinCharge)
    isFirst.current = false
    if (!isCheckoutDocument()) {
      if (!storeJson('sessionStorage', storageKey, { cart: lines, offer, share })) return failed
      location.reload()
      return new Promise(() => {})
    }
    const isLoaded = await loadGuestPayment().then(
      () => true,
      () => false,
    )
    if (!isLoaded) return failed
    const error = await new Promise<OrderError>((resolve) => setChosen({ address, offer, share, onEnd: resolve }))
    setChosen(undefined)
    return error
  }
  return {
    payOnline: checkoutScript ? { start, startsAtOnce, startedShare } : undefined,
    window: chosen && (
      <Suspense>
        <GuestPayment lines={lines} leavesCart={leavesCart} note={note} {...chosen} />
      </Suspense>
    ),
  }
}
