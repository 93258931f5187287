import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { timings } from '#contract/business.ts'
import { formatRupees } from '#contract/money.ts'
import { calculateTotalRupees } from '#contract/pricing.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { useSession } from '../../auth/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useGuestCart } from '../state/guest-cart.ts'
import { useShopperCart } from '../state/shopper-cart.ts'
import { useMiniCart } from './mini-cart-store.ts'

const close = () => useMiniCart.setState({ added: undefined })

/** The visitor's cart, in the browser or on the server, as quantities and prices. */
function useCartLines(): { lines: readonly { price: number; quantity: number }[]; href: string } {
  const isShopper = useSession(({ user }) => user?.role === 'user')
  const guestLines = useGuestCart((cart) => cart.lines) ?? []
  const shopperLines = useShopperCart((cart) => cart.lines) ?? []
  return isShopper
    ? { lines: shopperLines.map(({ product: { price }, quantity }) => ({ price, quantity })), href: '/UserDashboard/cart' }
    : { lines: guestLines.map(({ price, qty: quantity }) => ({ price, quantity })), href: '/homecart' }
}

/** What was just added to the cart. Closes after some seconds, unless the pointer or the focus is on it. */
export function MiniCart() {
  const added = useMiniCart((state) => state.added)
  const { lines, href } = useCartLines()
  const { pathname } = useLocation()
  const panel = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after a navigation
  useEffect(() => close, [pathname])
  useEffect(() => {
    if (added === undefined) return
    const timer = setInterval(() => {
      if (!panel.current?.matches(':hover, :focus-within')) close()
    }, timings.longToast)
    return () => clearInterval(timer)
  }, [added])
  useEffect(() => {
    if (added === undefined) return
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [added])

  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    // Always mounted, because screen readers announce a change of a live region, but not a new one.
    <div
      ref={panel}
      data-mini-cart
      className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 in-[body:has([data-add-bar])]:max-sm:bottom-24 md:left-auto md:right-(--page-padding) md:bottom-6 md:w-96"
    >
      <div className={added && 'rise-in flex flex-col gap-4 rounded-control border border-line bg-raised p-4 text-ink shadow-lift'}>
        <div role="status" aria-live="polite" className="flex gap-4">
          {added && (
            <>
              <Picture
                image={added.product.image}
                alt=""
                placeholderColor={added.product.backdrop}
                sizes="4rem"
                loading="eager"
                className="h-fit w-16 shrink-0"
              />
              <div className="flex min-w-0 grow flex-col gap-1 pr-8">
                <p className="font-display text-xl leading-tight">{added.text}</p>
                <p className="product-name text-xs">{added.product.name}</p>
                <p className="text-sm text-soft">{added.size ? `Size ${added.size}` : screenTexts.sizeToBeConfirmed}</p>
              </div>
            </>
          )}
        </div>
        {added && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
              <p className="tabular-nums">
                <span className="text-soft">Subtotal, {quantity === 1 ? '1 item' : `${quantity} items`}</span>{' '}
                <span className="ml-2 font-semibold">{formatRupees(calculateTotalRupees(lines))}</span>
              </p>
              <LinkButton variant="ink" to={href} onClick={close}>
                Go to cart
              </LinkButton>
            </div>
            <button
              type="button"
              aria-label="Close"
              onClick={close}
              className="absolute top-1.5 right-1.5 inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk"
            >
              <Icon name="close" />
            </button>
          </>
        )}
      </div>
    </div>
  )
}
