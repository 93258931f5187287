import { isLineCounted, useShopperCart } from '../../cart/state/shopper-cart.ts'

/** The number of items in a cart that can be ordered; nothing for none. */
export function CartBadge({ quantity, className = '' }: { quantity: number; className?: string }) {
  if (quantity === 0) return null
  return (
    <span key={quantity} data-cart-badge className={`bump count-badge ${className}`}>
      {quantity}
      <span className="sr-only">{quantity === 1 ? ' item' : ' items'}</span>
    </span>
  )
}

/** The count of the signed-in shopper's cart. */
export function ShopperCartBadge({ className }: { className?: string }) {
  const quantity = useShopperCart(({ lines = [] }) => lines.filter(isLineCounted).reduce((sum, line) => sum + line.quantity, 0))
  return <CartBadge quantity={quantity} className={className} />
}
