import type { ReactNode } from 'react'
import { formatRupees } from '#contract/money.ts'
import { type LineItem, LineItemList } from '../orders/line-item-list.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'

/** What is about to be ordered, beside the form. Stays in view. */
export function OrderSummary({
  items,
  total,
  quotedTotal,
  children,
}: {
  items: readonly LineItem[]
  /** rupees */
  total: number
  /** rupees, as the cart screen showed it */
  quotedTotal?: number | undefined
  children: ReactNode
}) {
  return (
    <section aria-labelledby="your-order" className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
      <h2 id="your-order" className="font-display text-2xl">
        Your order
      </h2>
      <LineItemList scrolls label="Items" items={items} />
      <Divider className="text-edge" />
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Shipping</dt>
        <dd className="text-right">Free</dd>
        <dt className="text-lg font-semibold">Total</dt>
        <dd className="text-right text-lg font-semibold">{formatRupees(total)}</dd>
      </dl>
      {quotedTotal !== undefined && quotedTotal !== total && (
        <p role="status" className="text-sm font-medium text-indigo">
          The total has changed from {formatRupees(quotedTotal)} to {formatRupees(total)}.
        </p>
      )}
      {items.some(({ problem }) => problem) && (
        <div id="blocked" className="flex flex-col items-start gap-3">
          <p className="font-medium text-bad">Something in your cart has changed. Update the marked items in your cart to order.</p>
          <LinkButton to="/UserDashboard/cart">Go back to your cart</LinkButton>
        </div>
      )}
      {children}
    </section>
  )
}
