import { buildCartLink } from '#contract/cart/cart-link.ts'
import { CopyLink } from '../../shared/copy-link.tsx'
import type { NewOrderLine } from './new-order-lines.ts'

/** Copies a link with which the customer adds these items to a cart and orders them without the administrator. */
export function CartLink({ lines }: { lines: readonly NewOrderLine[] }) {
  const link = buildCartLink({ items: lines.map(({ product, size, quantity }) => ({ product: product._id, size, quantity })) })
  return (
    <div className="flex flex-col gap-2">
      <CopyLink key={link} link={link} label="Copy link to this cart" />
    </div>
  )
}
