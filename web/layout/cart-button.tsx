import { countItems, useGuestCart } from '../guest-cart/guest-cart.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

/** Leads to the cart and counts its pieces; the count appears once the browser's storage has been read. */
export function CartButton() {
  const pieces = useGuestCart(({ lines }) => (lines === undefined ? 0 : countItems(lines)))
  return (
    <Link to="/homecart" className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 sm:px-3 font-semibold hover:bg-sunk">
      <Icon name="bag" />
      <span className="max-[22rem]:sr-only">Cart</span>
      {pieces > 0 && (
        <span
          key={pieces}
          data-cart-badge
          className="bump inline-flex h-6 min-w-6 items-center justify-center rounded-full bg-thread px-1.5 text-xs font-bold text-paper tabular-nums"
        >
          {pieces}
          <span className="sr-only">{pieces === 1 ? ' piece' : ' pieces'}</span>
        </span>
      )}
    </Link>
  )
}
