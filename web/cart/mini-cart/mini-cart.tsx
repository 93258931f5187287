import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { timings } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { calculateTotals, type ShownTotals } from '#contract/orders/adjustments.ts'
import { addCharges, type ChargePolicies, findMissingForFreeShipping } from '#contract/orders/charges.ts'
import { countStep } from '../../api/count-step.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon, trashIcon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { type MiniCartProps, useMiniCart } from './mini-cart-store.ts'
import { type MiniCartLine, useCartLines, useNextOffer } from './use-cart-lines.ts'

const close = () => useMiniCart.setState({ added: undefined })

/** The distance to the navigation bar, px. */
const gap = 8

/** Whether the panel, below the navigation bar, would lie over the button that was pressed or the bar with the buttons. */
function coversButtons(panel: HTMLElement): boolean {
  const { left, right, height } = panel.getBoundingClientRect()
  const top = (panel.parentElement?.getBoundingClientRect().bottom ?? 0) + gap
  return [document.activeElement, document.querySelector('[data-add-bar]')].some((button) => {
    if (button === null || button === document.body || panel.contains(button)) return false
    const box = button.getBoundingClientRect()
    return box.left < right && box.right > left && box.top < top + height && box.bottom > top
  })
}

/**
 * The cart below its count in the navigation bar, after an item was added. Closes after some seconds, unless the pointer or the focus is
 * on it.
 */
export function MiniCart({ policies, hasOffers = false }: MiniCartProps) {
  const added = useMiniCart((state) => state.added)
  const { lines, checkout } = useCartLines()
  const nextOffer = useNextOffer({ lines, isQuoted: hasOffers && added !== undefined })
  const { pathname } = useLocation()
  const panel = useRef<HTMLDivElement>(null)
  const [isAtBottom, setAtBottom] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after a navigation
  useEffect(() => close, [pathname])
  useLayoutEffect(() => {
    if (added !== undefined && panel.current) setAtBottom(coversButtons(panel.current))
  }, [added])
  useEffect(() => {
    if (added === undefined) return
    countStep('cart')
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

  const isEmpty = lines.length === 0
  useEffect(() => {
    if (isEmpty) close()
  }, [isEmpty])

  const counted = lines.filter(({ shortage }) => shortage === undefined)
  const totals = calculateTotals({ lines: counted })
  const quantity = counted.reduce((sum, line) => sum + line.quantity, 0)
  return (
    // Always mounted, because screen readers announce a change of a live region, but not a new one.
    <div
      ref={panel}
      data-mini-cart
      className={`z-50 max-md:inset-x-(--page-padding) md:right-(--page-padding) md:w-96 ${isAtBottom ? 'fixed bottom-4' : 'absolute top-full mt-2'}`}
    >
      <div className={added && 'grow-in flex flex-col rounded-control border border-line bg-raised text-ink shadow-lift'}>
        <div role="status" aria-live="polite" className={added && 'px-4 pt-4 pr-14 font-display text-xl leading-tight'}>
          {added?.text}
          {added && <span className="sr-only">{`: ${added.product.name}, ${describeSize(added.size)}`}</span>}
        </div>
        {added && (
          <>
            <button
              type="button"
              aria-label="Close"
              onClick={close}
              className="absolute top-1.5 right-1.5 inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk"
            >
              <Icon name="close" />
            </button>
            <ul aria-label="Items in your cart" className="max-h-[min(17rem,32dvh)] overflow-y-auto px-4 py-2">
              {lines.map((line) => (
                <Line key={line.key} line={line} />
              ))}
            </ul>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line p-4">
              {nextOffer !== undefined && <p className="w-full text-sm font-medium text-good">{nextOffer}</p>}
              <p className="tabular-nums">
                <span className="text-soft">Subtotal, {quantity === 1 ? '1 item' : `${quantity} items`}</span>{' '}
                <span className="ml-2 font-semibold">{formatRupees(totals.totalPrice)}</span>
                <ShippingNote totals={totals} policies={policies} />
              </p>
              <LinkButton variant="ink" {...checkout} onClick={close}>
                Checkout
              </LinkButton>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

/** The charge for shipping of these items, before discounts and without a PIN code; nothing in a shop that has none. */
function ShippingNote({ totals, policies }: { totals: ShownTotals; policies: ChargePolicies }) {
  const [charge] = addCharges({ totals, policies, payment: 'online' }).adjustments ?? []
  const missing = findMissingForFreeShipping({ totals, policies })
  if (charge === undefined) return null
  return (
    <span className="block text-sm text-soft">
      {missing === undefined
        ? `and ${formatRupees(charge.amount)} for shipping`
        : `and ${formatRupees(charge.amount)} for shipping. ${formatRupees(missing)} more and delivery is free.`}
    </span>
  )
}

const describeSize = (size: string | undefined): string => (size ? `Size ${size}` : screenTexts.sizeToBeConfirmed)

function Line({ line: { name, image, backdrop, size, quantity, price, shortage, remove } }: { line: MiniCartLine }) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-0">
      <Picture image={image} alt="" placeholderColor={backdrop} sizes="3rem" loading="eager" className="w-12 shrink-0" />
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <p className="product-name text-xs">{name}</p>
        <p className="text-sm text-soft tabular-nums">
          {describeSize(size)} · Qty {quantity} · {formatRupees(price)}
        </p>
        {shortage && <p className="text-sm font-medium text-bad">{shortage}, not in the subtotal</p>}
      </div>
      <button
        type="button"
        aria-label={`Remove ${name}${size ? `, size ${size}` : ''}`}
        onClick={remove}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunk hover:text-ink"
      >
        <Icon path={trashIcon} size={18} />
      </button>
    </li>
  )
}
