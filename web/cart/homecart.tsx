import { useNavigate } from 'react-router'
import { useStoreConfig } from '../layout/store-config.ts'
import { readKnownPinCode } from '../orders/shared/use-pin-answer.ts'
import { unlistedTitle } from '../ui/page-title.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { CartView } from './cart-view.tsx'
import { getGuestCart } from './state/guest-cart.ts'
import { useGuestQuote } from './state/use-guest-quote.ts'
import { useGuestCartStore } from './use-guest-cart-store.ts'

export const meta = unlistedTitle('Your cart')

/** The guest's cart. The order form gets it as route state (spec §2). */
export default function HomeCart() {
  const store = useGuestCartStore()
  const offer = useGuestQuote(store.items.filter(({ isCounted }) => isCounted))
  const navigate = useNavigate()
  const { checkoutScript, offersCod } = useStoreConfig()
  const isHydrated = useHydrated()
  return (
    <CartView
      store={store}
      offer={offer}
      shopHref="/buy"
      emptyText="Items you add stay on this device until you order or remove them."
      orderLabel="Order"
      pinCode={isHydrated ? readKnownPinCode() : undefined}
      paymentHint={checkoutScript ? `Pay by UPI, card or net banking${offersCod === false ? '.' : ', or cash on delivery.'}` : undefined}
      onOrder={() => navigate('/orderNow', { state: { cart: getGuestCart() } })}
    />
  )
}
