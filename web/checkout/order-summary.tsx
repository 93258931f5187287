import type { ReactNode } from 'react'
import type { CartLine } from '#contract/cart.ts'
import { formatRupees } from '#contract/money.ts'
import { LineItemList } from '../orders/line-item-list.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'

/** What is about to be ordered, beside the form. Stays in view. `passed` is the total that the cart screen showed. */
export function OrderSummary({
  lines,
  total,
  passed,
  children,
}: {
  lines: readonly CartLine[]
  /** rupees */
  total: number
  passed: number | undefined
  children: ReactNode
}) {
  return (
    <section aria-labelledby="your-order" className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
      <h2 id="your-order" className="font-display text-2xl">
        Your order
      </h2>
      <LineItemList
        scrolls
        label="Pieces"
        items={lines.map(({ product, size, quantity, notice }) => ({
          key: `${product._id}/${size ?? ''}`,
          name: product.name,
          image: product.image,
          placeholderColor: product.backdrop,
          size,
          quantity,
          price: product.price,
          problem: notice,
        }))}
      />
      <Divider className="text-edge" />
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Shipping</dt>
        <dd className="text-right">Free</dd>
        <dt className="text-lg font-semibold">Total</dt>
        <dd className="text-right text-lg font-semibold">{formatRupees(total)}</dd>
      </dl>
      {passed !== undefined && passed !== total && (
        <p role="status" className="text-sm font-medium text-indigo">
          Your cart came to {formatRupees(passed)} when you left it and comes to {formatRupees(total)} now.
        </p>
      )}
      {lines.some(({ problem }) => problem !== null) && (
        <div id="blocked" className="flex flex-col items-start gap-3">
          <p className="font-medium text-bad">Something in your cart has changed. Put the marked pieces right to order.</p>
          <LinkButton to="/UserDashboard/cart">Go back to your cart</LinkButton>
        </div>
      )}
      {children}
    </section>
  )
}
