import { productHref } from '#contract/catalog/product-url.ts'
import { quantities } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import { LineItemList } from '../../orders/shared/line-item-list.tsx'
import { formatItemCount } from '../../orders/shared/order-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CartSkeleton } from '../mini-cart/cart-skeleton.tsx'
import { countItems } from '../state/guest-cart.ts'
import { useCodeAnswer } from './use-code-answer.ts'
import { type LinkContent, useLinkedCart } from './use-linked-cart.ts'

const formatUnreadable = (count: number) =>
  `${formatItemCount(count)} of this link ${count === 1 ? 'is' : 'are'} left out, because ${count === 1 ? 'it' : 'they'} cannot be read or the link holds more than ${quantities.maxLines} different items.`

interface LinkedCartProps extends LinkContent {
  /** parts of the link that are no items */
  unreadable: number
}

/** What a link holds, what of it cannot be had, and the button that adds the rest to the cart. */
export function LinkedCart({ unreadable, ...content }: LinkedCartProps) {
  const { code, session } = content
  const { fitted, isFailed, retry, add, isAdding, error, cartLines } = useLinkedCart(content)
  const refusal = useCodeAnswer({ code, items: fitted?.items ?? [] })
  const button = useReturnFocus({ failed: error !== undefined, busy: isAdding })
  if (!fitted) return <CartSkeleton />
  if (isFailed)
    return (
      <EmptyState
        alert
        title="The items could not be loaded"
        action={
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        }
      />
    )
  const added = fitted.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const inCart = countItems(cartLines ?? [])
  const notices = [
    fitted.gone > 0 && `${formatItemCount(fitted.gone)} of this link ${fitted.gone === 1 ? 'is' : 'are'} not in the shop any more.`,
    unreadable > 0 && formatUnreadable(unreadable),
    code !== undefined && (refusal ? `The code ${code} does not count: ${refusal}` : `The code ${code} is used in your cart.`),
    inCart > 0 &&
      added > 0 &&
      `Your cart has ${formatItemCount(inCart)} already. They stay in it${session ? ' and are ordered with these' : ''}.`,
  ].filter((text) => text !== false)
  return (
    <>
      {fitted.items.length > 0 && (
        <LineItemList
          label="Items of this link"
          items={fitted.items.map(({ product, size, quantity, problem }) => ({
            href: productHref(product),
            name: product.name,
            image: product.image,
            placeholderColor: product.backdrop,
            size,
            quantity,
            price: product.price,
            dispatchDays: product.dispatchDays,
            availableFrom: product.availableFrom,
            returnRule: product.returnRule,
            problem,
          }))}
        />
      )}
      {added > 0 && (
        <p className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-medium tabular-nums">
          <span>Total, {formatItemCount(added)}</span>
          <span>
            {formatRupees(calculateTotalRupees(fitted.items.map(({ product, quantity }) => ({ price: product.price, quantity }))))}
          </span>
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} className="wrap-anywhere text-soft">
          {notice}
        </p>
      ))}
      {error && (
        <p role="alert" className="font-medium text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {added > 0 ? (
          <Button ref={button} variant="primary" disabled={isAdding} onClick={add}>
            {isAdding ? 'Adding…' : `Add ${formatItemCount(added)} ${session ? 'and check out' : 'to my cart'}`}
          </Button>
        ) : (
          <p className="w-full font-medium text-bad">None of these items can be added now.</p>
        )}
        <LinkButton to="/buy">Go to the shop</LinkButton>
      </div>
    </>
  )
}
