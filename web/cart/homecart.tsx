import { useNavigate } from 'react-router'
import { formatRupees, toRupees } from '#contract/money.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { calculateGuestCartTotal } from '../guest-cart/edit-guest-cart.ts'
import { countItems, useGuestCart } from '../guest-cart/guest-cart.ts'
import { lineKey } from '../guest-cart/guest-cart-line.ts'
import { CartSkeleton } from '../layout/cart-skeleton.tsx'
import { checkoutSteps } from '../orders/checkout-steps.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Steps } from '../ui/steps.tsx'
import type { Route } from './+types/homecart'
import { describeLine, useCartCheck } from './cart-check.ts'
import { CartSummary } from './cart-summary.tsx'
import { CartLineRow } from './guest-cart-row.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your cart · ${matches[0]?.loaderData?.storeName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function HomeCart() {
  const lines = useGuestCart((cart) => cart.lines)
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <div className="flex flex-col gap-6">
        <h1 className="title">Your Cart</h1>
        {lines?.length !== 0 && <Steps steps={checkoutSteps} current={0} />}
      </div>
      {lines === undefined && <CartSkeleton />}
      {lines?.length === 0 && (
        <EmptyState
          title={screenTexts.cartIsEmpty}
          action={
            <LinkButton variant="primary" to="/buy">
              Find something to wear
            </LinkButton>
          }
        >
          <p>Pieces you add stay here, on this device, until you order or remove them.</p>
        </EmptyState>
      )}
      {lines !== undefined && lines.length > 0 && <FilledCart lines={lines} />}
    </div>
  )
}

function FilledCart({ lines }: { lines: NonNullable<ReturnType<typeof useGuestCart.getState>['lines']> }) {
  const check = useCartCheck()
  const navigate = useNavigate()
  const words = new Map(lines.map((line) => [lineKey(line), describeLine({ line, lines, check })]))
  const blocked = [...words.values()].some(({ problem }) => problem !== undefined)
  const unsized = lines.some(({ size }) => size === undefined)
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20">
      <ul aria-label="Pieces in your cart" className="border-t border-line">
        {lines.map((line) => (
          <CartLineRow
            key={lineKey(line)}
            line={line}
            lines={lines}
            words={words.get(lineKey(line)) ?? { news: [], problem: undefined, lost: false }}
          />
        ))}
      </ul>
      <CartSummary pieces={countItems(lines)} total={formatRupees(toRupees(calculateGuestCartTotal(lines)))}>
        {blocked && (
          <p id="blocked" role="alert" className="font-medium text-bad">
            Remove or reduce the marked pieces to order.
          </p>
        )}
        {unsized && <p className="text-sm text-soft">A piece without a size can be ordered. We will call you to confirm it.</p>}
        <Button
          variant="primary"
          className="w-full"
          disabled={blocked}
          aria-describedby={blocked ? 'blocked' : undefined}
          onClick={() => navigate('/orderNow', { state: { cart: lines } })}
        >
          Order
        </Button>
        <LinkButton variant="quiet" to="/buy" className="w-full">
          Continue shopping
        </LinkButton>
      </CartSummary>
    </div>
  )
}
