import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { parseCartLink } from '#contract/cart/cart-link.ts'
import { productHref } from '#contract/catalog/product-url.ts'
import { quantities } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import { LineItemList } from '../../orders/shared/line-item-list.tsx'
import { formatItemCount } from '../../orders/shared/order-text.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { CartSkeleton } from '../mini-cart/cart-skeleton.tsx'
import { countItems } from '../state/guest-cart.ts'
import type { Route } from './+types/cart-link-page'
import { useCodeAnswer } from './use-code-answer.ts'
import { useLinkedCart } from './use-linked-cart.ts'

const title = 'Items for your cart'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${title} · ${matches[0]?.loaderData?.storeName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

/** Shows what a link holds. Only the button changes the cart: previews and prefetches open links, too. */
export default function CartLinkPage() {
  const { search } = useLocation()
  const link = useMemo(() => {
    const query = new URLSearchParams(search)
    return parseCartLink({ entries: query.getAll('item'), code: query.get('code') })
  }, [search])
  const isHydrated = useHydrated()
  return (
    <div className="page-width flex min-h-dvh max-w-3xl flex-col gap-6 pt-8 sm:pt-12">
      {link.items.length === 0 ? (
        <EmptyState level={1} title="This link holds no items" action={<ShopLink />}>
          <p>
            {link.unreadable > 0
              ? 'It may have been cut off. Ask for it again, or find the items in the shop.'
              : 'Find something to wear instead.'}
          </p>
        </EmptyState>
      ) : (
        <>
          <h1 className="title">{title}</h1>
          {isHydrated ? <LinkedCart key={search} {...link} /> : <CartSkeleton />}
        </>
      )}
    </div>
  )
}

const ShopLink = () => (
  <LinkButton variant="primary" to="/buy">
    Go to the shop
  </LinkButton>
)

const formatUnreadable = (count: number) =>
  `${formatItemCount(count)} of this link ${count === 1 ? 'is' : 'are'} left out, because ${count === 1 ? 'it' : 'they'} cannot be read or the link holds more than ${quantities.maxLines} different items.`

function LinkedCart({ items, code, unreadable }: ReturnType<typeof parseCartLink>) {
  const { fitted, isFailed, retry, add, isAdding, error, cartLines } = useLinkedCart({ items, code })
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
    inCart > 0 && added > 0 && `Your cart has ${formatItemCount(inCart)} already. They stay in it.`,
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
            {isAdding ? 'Adding…' : `Add ${formatItemCount(added)} to my cart`}
          </Button>
        ) : (
          <p className="w-full font-medium text-bad">None of these items can be added now.</p>
        )}
        <LinkButton to="/buy">Go to the shop</LinkButton>
      </div>
    </>
  )
}
