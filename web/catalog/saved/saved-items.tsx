import { useRef, useState } from 'react'
import { replace, useRevalidator } from 'react-router'
import type { SavedItem } from '#contract/cart/saved-items.ts'
import type { CallReply } from '#contract/contract.ts'
import { findSizeInStock } from '#contract/inventory/size-stock.ts'
import { isLowStock, type Size } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { isUnauthorized } from '../../api/client.ts'
import { getErrorText } from '../../api/error-text.ts'
import { showMiniCart } from '../../cart/mini-cart/show-mini-cart.ts'
import { setShopperCart } from '../../cart/state/shopper-cart.ts'
import { ProductLink, shopperProductHref } from '../../orders/shared/product-link.tsx'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast.ts'
import { SizePicker } from '../shared/size-picker.tsx'
import type { Route } from './+types/saved-items'
import { savedItemsPath } from './saved-items-path.ts'
import { setSavedProducts } from './saved-products.ts'

/** Saves the product of the `save` parameter first: a guest pressed its heart and has signed in. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<CallReply<'GET /cart/saved'>> {
  const productId = new URL(request.url).searchParams.get('save')
  if (productId !== null) {
    try {
      await callSignedIn('POST /cart/saved/:productId', { params: { productId } })
    } catch (error) {
      if (isUnauthorized(error)) throw error
      showToast({ text: getErrorText({ error, fallback: 'The item could not be saved. Please try again.' }), kind: 'error' })
    }
    throw replace(savedItemsPath)
  }
  const reply = await callSignedIn('GET /cart/saved', {})
  setSavedProducts(reply.items.map(({ product }) => product._id))
  return reply
}

export const meta = pageTitle('Saved items')

/** The products that the shopper has saved for later. */
export default function SavedItems({ loaderData: { items } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="page-width flex flex-col gap-8 pt-8 sm:pt-12">
      <h1 ref={heading} tabIndex={-1} className="title outline-none">
        Saved items
      </h1>
      {items.length === 0 ? (
        <EmptyState
          title="Nothing saved yet"
          action={
            <LinkButton variant="primary" to="/UserDashboard/product">
              Start shopping
            </LinkButton>
          }
        >
          <p>Tap the heart of anything you like, and it waits for you here on every device you sign in on.</p>
        </EmptyState>
      ) : (
        <ul aria-label="Saved items" className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
          {items.map((item) => (
            <SavedRow key={item.product._id} item={item} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  )
}

function describeAvailability({ product: { stock }, isDeleted }: SavedItem): string | undefined {
  if (isDeleted) return 'No longer available'
  if (stock === 0) return 'Sold out'
  return isLowStock(stock) ? `Only ${stock} left` : undefined
}

/** A saved product with its size and its buttons. `onGone` moves the focus when the row is removed. */
function SavedRow({ item, onGone }: { item: SavedItem; onGone: () => void }) {
  const { product, isDeleted } = item
  const { _id, name, image, backdrop, price, stock } = product
  const [chosenSize, setSize] = useState<Size>()
  const size = findSizeInStock({ product, size: chosenSize })
  const [busy, setBusy] = useState(false)
  const isSending = useRef(false)
  const { revalidate } = useRevalidator()
  const href = isDeleted ? undefined : shopperProductHref(product)
  const isForSale = !isDeleted && stock > 0
  const availability = describeAvailability(item)

  const change = async (send: () => Promise<void>, fallback: string) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    try {
      await send()
      onGone()
    } catch (error) {
      showToast({ text: getErrorText({ error, fallback }), kind: 'error' })
    }
    await revalidate()
    isSending.current = false
    setBusy(false)
  }
  const addToCart = () => {
    if (size === undefined) return showToast({ text: screenTexts.selectSize, kind: 'error' })
    return change(async () => {
      const { message, cart, quote } = await callSignedIn('POST /cart/saved/:productId/move', {
        params: { productId: _id },
        body: { size },
      })
      setShopperCart(cart, quote)
      showMiniCart({ product, size, text: message })
    }, screenTexts.addFailed)
  }
  const remove = () =>
    change(async () => {
      const { message } = await callSignedIn('DELETE /cart/saved/:productId', { params: { productId: _id } })
      showToast({ text: message })
    }, screenTexts.removeFailed)

  return (
    <li className="flex gap-4 border-t border-line pt-6 sm:gap-6">
      <ProductLink href={href} isPicture>
        <Picture
          image={image}
          alt=""
          placeholderColor={backdrop}
          sizes="(min-width: 40rem) 9rem, 6rem"
          className={`w-24 sm:w-36 ${isForSale ? '' : 'opacity-60'}`}
        />
      </ProductLink>
      <div className="flex min-w-0 grow flex-col gap-2">
        <h2 id={`saved-${_id}`} className="product-name text-sm">
          <ProductLink href={href}>{name}</ProductLink>
        </h2>
        <p className="font-medium tabular-nums">{formatRupees(price)}</p>
        {availability && <p className="text-sm font-medium text-bad">{availability}</p>}
        {isForSale && (
          <SizePicker
            name={`size-${_id}`}
            product={product}
            selected={size}
            onSelect={setSize}
            disabled={busy}
            describedBy={`saved-${_id}`}
          />
        )}
        <div className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-2 pt-2">
          {isForSale && (
            <Button disabled={busy} aria-busy={busy} aria-describedby={`saved-${_id}`} onClick={addToCart}>
              Move to cart
            </Button>
          )}
          <Button variant="quiet" className="first:-ml-4" disabled={busy} aria-describedby={`saved-${_id}`} onClick={remove}>
            Remove
          </Button>
        </div>
      </div>
    </li>
  )
}
