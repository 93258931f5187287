import { useEffect, useState } from 'react'
import { productHref } from '#contract/catalog/product-url.ts'
import { quantities } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { call } from '../../api/client.ts'
import { LineItemList } from '../../orders/shared/line-item-list.tsx'
import { formatItemCount } from '../../orders/shared/order-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CartSkeleton } from '../mini-cart/cart-skeleton.tsx'
import type { FittedItem } from './fit-linked-items.ts'
import { type LinkContent, useLinkedCart } from './use-linked-cart.ts'

const formatUnreadable = (count: number) =>
  `${formatItemCount(count)} of this link ${count === 1 ? 'is' : 'are'} left out, because ${count === 1 ? 'it' : 'they'} cannot be read or the link holds more than ${quantities.maxLines} different items.`

function describeCode({ code, answer }: { code: string; answer: CodeAnswer | undefined }): string {
  if (answer?.refusal) return `The code ${code} does not count: ${answer.refusal}`
  return `The code ${code} is used in your cart${answer && answer.saved > 0 ? ` and saves ${formatRupees(answer.saved)} of these items` : ''}.`
}

interface LinkedCartProps extends LinkContent {
  /** parts of the link that are no items */
  unreadable: number
}

/** What a link holds, what of it cannot be had, and the button that adds the rest to the cart. */
export function LinkedCart({ unreadable, ...content }: LinkedCartProps) {
  const { code, session } = content
  const { fitted, isFailed, retry, add, isAdding, error, cart } = useLinkedCart(content)
  const answer = useCodeAnswer({ code, items: fitted?.items ?? [] })
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
  const again = fitted.items.reduce((sum, { inCart }) => sum + inCart, 0)
  const others = cart.reduce((sum, { quantity }) => sum + quantity, 0) - again
  const shown = fitted.items.map(({ quantity, inCart, ...item }) => ({ ...item, quantity: quantity + inCart }))
  const canGoOn = added > 0 || again > 0
  const notices = [
    fitted.gone > 0 && `${formatItemCount(fitted.gone)} of this link ${fitted.gone === 1 ? 'is' : 'are'} not in the shop any more.`,
    unreadable > 0 && formatUnreadable(unreadable),
    code !== undefined && canGoOn && describeCode({ code, answer }),
    again > 0 && `${again} of these items ${again === 1 ? 'is' : 'are'} in your cart already and not added again.`,
    others > 0 &&
      canGoOn &&
      `Your cart has ${again > 0 ? `also ${others} ${others === 1 ? 'other item' : 'other items'}` : `${formatItemCount(others)} already`}. They stay in it${session ? ' and are ordered with these' : ''}.`,
  ].filter((text) => text !== false)
  return (
    <>
      {fitted.items.length > 0 && (
        <LineItemList
          label="Items of this link"
          items={shown.map(({ product, size, quantity, problem }) => ({
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
      {canGoOn && (
        <p className="flex justify-between gap-4 border-t border-line pt-4 text-lg font-medium tabular-nums">
          <span>Total, {formatItemCount(added + again)}</span>
          <span>{formatRupees(calculateTotalRupees(shown.map(({ product, quantity }) => ({ price: product.price, quantity }))))}</span>
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
        {canGoOn ? (
          <Button ref={button} variant="primary" disabled={isAdding} onClick={add}>
            {isAdding ? 'Adding…' : added === 0 ? 'Check out' : `Add ${formatItemCount(added)} ${session ? 'and check out' : 'to my cart'}`}
          </Button>
        ) : (
          <p className="w-full font-medium text-bad">None of these items can be added now.</p>
        )}
        <LinkButton to="/buy">Go to the shop</LinkButton>
      </div>
    </>
  )
}

interface CodeAnswer {
  /** why the code does not count for these items; null when it does */
  readonly refusal: string | null
  /** rupees of all discounts */
  readonly saved: number
}

/** What the code of a link does for its items; undefined until it is known. */
function useCodeAnswer({ code, items }: { code: string | undefined; items: readonly FittedItem[] }): CodeAnswer | undefined {
  const [answer, setAnswer] = useState<CodeAnswer>()
  const products = items
    .map(({ product, size, quantity, inCart }) => ({ product: product._id, size, quantity: quantity + inCart }))
    .filter(({ quantity }) => quantity > 0)
  const asked = JSON.stringify(products)
  const isAsked = code !== undefined && products.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again for other items
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    call('POST /guest/quote', { body: { products, offerCode: code } }).then(
      (quote) => isCurrent && setAnswer({ refusal: quote.refusal, saved: quote.isApplied ? sumDiscounts(quote) : 0 }),
      // The cart says it.
      () => isCurrent && setAnswer(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [isAsked, asked, code])
  return answer
}

function sumDiscounts({ adjustments = [], online }: Pick<Quote, 'adjustments' | 'online'>): number {
  const sum = (rows: typeof adjustments) => rows.reduce((total, { kind, amount }) => total + (kind === 'discount' ? -amount : 0), 0)
  // An offer for online payments may count there only.
  return Math.max(sum(adjustments), sum(online?.adjustments ?? []))
}
