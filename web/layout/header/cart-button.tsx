import { Link } from 'react-router'
import { useGuestCart } from '../../cart/state/guest-cart.ts'
import { countAvailableItems } from '../../cart/state/guest-stock.ts'
import { Icon } from '../../ui/icon.tsx'
import { CartBadge } from './cart-badge.tsx'

/** A link to the guest cart with its item count, which appears after the browser's storage has been read. */
export function CartButton() {
  const quantity = useGuestCart(({ lines }) => (lines === undefined ? 0 : countAvailableItems(lines)))
  return (
    <Link to="/homecart" className="cart-button">
      <Icon name="bag" />
      <span className="max-sm:sr-only">Cart</span>
      <CartBadge quantity={quantity} />
    </Link>
  )
}
