import { describeDispatch } from '#contract/catalog/dispatch-days.ts'
import { quantities, type Size } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { calculateTotalRupees } from '#contract/kernel/pricing.ts'
import { ReturnRuleText } from '../layout/return-rule-text.tsx'
import { ProductLink } from '../orders/shared/product-link.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, trashIcon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { type CartItem, formatCartItem } from './cart-store.ts'

interface CartRowProps {
  item: CartItem
  canIncrease: boolean
  /** a change is being saved: all controls are disabled */
  isBusy: boolean
  onQuantity: (quantity: number) => void
  onSize: (size: Size) => void
  onRemove: () => void
}

/** A line of the cart. */
export function CartRow({ item, canIncrease, isBusy, onQuantity, onSize, onRemove }: CartRowProps) {
  const {
    key,
    href,
    name,
    image,
    placeholderColor,
    size,
    offeredSizes,
    sizeStock,
    quantity,
    dispatchDays,
    availableFrom,
    price,
    problem,
    notices,
    isCounted,
    isUnavailable,
    hasNewPrice,
    returnRule,
  } = item
  const label = formatCartItem(item)
  const hasOtherSizes = offeredSizes.some((offered) => offered !== size)
  return (
    <li data-key={key} className="relative flex gap-4 border-b border-line py-6 sm:gap-6">
      <ProductLink href={href} isPicture>
        <Picture
          image={image}
          alt=""
          placeholderColor={placeholderColor}
          sizes="(min-width: 40rem) 8rem, 5rem"
          loading="eager"
          className={`w-20 sm:w-32 ${isUnavailable ? 'opacity-60' : ''}`}
        />
      </ProductLink>
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex items-baseline justify-between gap-x-6 gap-y-1 max-sm:flex-col max-sm:pr-10">
          <h2 className="product-name min-w-0 text-sm">
            <ProductLink href={href}>{name}</ProductLink>
            {size && <span className="text-soft"> · {size}</span>}
          </h2>
          <p className={isCounted ? 'font-semibold tabular-nums' : 'text-soft tabular-nums'}>
            <span className="sr-only">{isCounted ? 'Subtotal ' : 'Not in the total: '}</span>
            {isCounted ? formatRupees(calculateTotalRupees([item])) : <s>{formatRupees(calculateTotalRupees([item]))}</s>}
          </p>
        </div>
        {quantity > 1 && <p className="text-sm text-soft tabular-nums">{formatRupees(price)} each</p>}
        {dispatchDays !== undefined && <p className="text-sm text-soft">{describeDispatch(dispatchDays, availableFrom)}</p>}
        <ReturnRuleText rule={returnRule} className="text-sm" />
        <div role="status" className="flex flex-col gap-1 text-sm font-medium empty:hidden">
          {problem !== undefined && <p className="text-bad">{problem}</p>}
          {notices.map((notice) => (
            <p key={notice} className="text-indigo">
              {notice}
            </p>
          ))}
        </div>
        {hasNewPrice && (
          <Button disabled={isBusy} onClick={() => onQuantity(quantity)} className="self-start text-sm">
            Accept new price
          </Button>
        )}
        <div className="mt-auto flex flex-wrap items-end gap-x-2 gap-y-3 pt-2 sm:gap-x-4">
          {!isUnavailable && (
            <>
              {hasOtherSizes && (
                <label className="flex flex-col text-sm">
                  {/* The size itself is beside the name. */}
                  <span className={size ? 'sr-only' : 'font-medium text-thread'}>
                    {size ? 'Size' : 'Choose a size'}
                    <span className="sr-only"> of {name}</span>
                  </span>
                  <select
                    value={size ?? ''}
                    disabled={isBusy}
                    onChange={(event) => onSize(event.target.value as Size)}
                    className={`min-h-11.5 w-25 rounded-control border bg-raised pr-1 pl-2 text-base font-medium sm:w-32 sm:px-3 text-ink hover:border-ink disabled:opacity-50 ${size ? 'border-edge' : 'border-thread'}`}
                  >
                    {!size && <option value="">None yet</option>}
                    {size && !offeredSizes.includes(size) && <option value={size}>Size {size}</option>}
                    {offeredSizes.map((offered) => {
                      const soldOut = offered !== size && sizeStock?.some((each) => each.size === offered && each.stock === 0)
                      return (
                        <option key={offered} value={offered} disabled={soldOut}>
                          {`Size ${offered}${soldOut ? ', sold out' : ''}`}
                        </option>
                      )
                    })}
                  </select>
                </label>
              )}
              <QuantityStepper
                label={label}
                quantity={quantity}
                canDecrease={!isBusy && quantity > quantities.min}
                canIncrease={!isBusy && canIncrease}
                onChange={onQuantity}
              />
            </>
          )}
          <button
            type="button"
            aria-label={`Remove ${label}`}
            disabled={isBusy}
            onClick={onRemove}
            className="ml-auto inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-soft hover:bg-sunk hover:text-ink disabled:opacity-50 max-sm:absolute max-sm:top-4 max-sm:right-0"
          >
            <Icon path={trashIcon} size={18} />
            <span className="max-sm:sr-only">Remove</span>
          </button>
        </div>
      </div>
    </li>
  )
}

/** In the place of a removed line. */
export function RemovedRow({ item, isBusy, onUndo }: { item: CartItem; isBusy: boolean; onUndo: () => void }) {
  const { key, name, size } = item
  return (
    <li data-key={key} data-removed="" className="flex items-center justify-between gap-4 border-b border-line py-2">
      <p className="min-w-0 text-soft">
        <span className="font-medium text-ink">
          {name}
          {size && ` · ${size}`}
        </span>{' '}
        was removed.
      </p>
      <Button variant="quiet" disabled={isBusy} aria-label={`Undo: put ${formatCartItem(item)} back`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  )
}
