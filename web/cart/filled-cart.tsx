import { useState } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { CartSummary } from './cart-summary.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { ShopperCartRow } from './shopper-cart-row.tsx'
import { calculateCartTotal } from './totals.ts'
import type { ShopperCart } from './use-cart.ts'

export function FilledCart({ cart, lines }: { cart: ShopperCart; lines: readonly CartLine[] }) {
  const [paying, setPaying] = useState(false)
  const { busy } = cart
  const blocked = lines.some(({ problem }) => problem !== null)
  const unsized = lines.some(({ size }) => size === null)
  const total = toRupees(calculateCartTotal(lines))
  return (
    <div aria-busy={busy} className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20">
      <ul aria-label="Pieces in your cart" className="border-t border-line">
        {lines.map((line) => (
          <ShopperCartRow key={`${line.product._id}/${line.size ?? ''}`} line={line} lines={lines} cart={cart} />
        ))}
      </ul>
      <CartSummary pieces={lines.reduce((sum, { quantity }) => sum + quantity, 0)} total={formatRupees(total)}>
        {blocked && (
          <p id="blocked" className="font-medium text-bad">
            Put the marked pieces right to check out.
          </p>
        )}
        {unsized && <p className="text-sm text-soft">Choose the missing sizes, or we will call you to confirm them.</p>}
        <Button
          variant="primary"
          className="w-full"
          disabled={busy || blocked}
          aria-describedby={blocked ? 'blocked' : undefined}
          onClick={() => setPaying(true)}
        >
          Checkout
        </Button>
        <LinkButton variant="quiet" to="/UserDashboard/product" className="w-full">
          Continue shopping
        </LinkButton>
      </CartSummary>
      <PaymentDialog open={paying} onClose={() => setPaying(false)} order={{ cartItems: lines, totalPrice: total }} />
    </div>
  )
}
