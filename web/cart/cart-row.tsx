import type { ReactNode } from 'react'
import { quantities, type Size } from '#contract/business.ts'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

export interface CartRowProps {
  name: string
  image: string
  placeholderColor: string
  size: Size | null | undefined
  offered: readonly Size[]
  /** id of the size's select, for those who lead the focus there */
  selectId?: string
  quantity: number
  /** one more is more than there is, or than a line may hold */
  atMost: boolean
  /** what the line comes to, as written */
  subtotal: string
  /** the price of one, as written */
  each: string
  /** what must be put right before ordering */
  problem?: string
  /** what only informs */
  news?: readonly string[]
  /** the piece cannot be bought any more: all that is left is to remove it */
  lost?: boolean
  /** a call runs: nothing can be pressed */
  busy?: boolean
  onSize: (size: Size) => void
  onQuantity: (quantity: number) => void
  onRemove: (button: HTMLButtonElement) => void
  /** a way to solve the problem that is none of the usual */
  children?: ReactNode
}

const square =
  'inline-flex size-11 items-center justify-center hover:bg-sunk disabled:text-soft disabled:opacity-50 disabled:hover:bg-transparent'

/** A line of a cart, the guest's and the shopper's alike. */
export function CartRow({
  name,
  image,
  placeholderColor,
  size,
  offered,
  selectId,
  quantity,
  atMost,
  subtotal,
  each,
  problem,
  news = [],
  lost = false,
  busy = false,
  onSize,
  onQuantity,
  onRemove,
  children,
}: CartRowProps) {
  const called = size ? `${name}, size ${size}` : name
  return (
    <li className="relative flex gap-4 border-b border-line py-6 sm:gap-6">
      <Picture
        image={image}
        alt=""
        placeholderColor={placeholderColor}
        sizes="(min-width: 40rem) 8rem, 6rem"
        loading="eager"
        className={`h-fit w-24 shrink-0 sm:w-32 ${lost ? 'opacity-60' : ''}`}
      />
      <div className="flex min-w-0 grow flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 max-sm:pr-10">
          <h2 className="product-name min-w-0 text-sm">
            {name}
            {size && <span className="text-soft"> · {size}</span>}
          </h2>
          <p className="font-semibold tabular-nums">
            <span className="sr-only">Subtotal </span>
            {subtotal}
          </p>
        </div>
        {quantity > 1 && <p className="text-sm text-soft tabular-nums">{each} each</p>}
        <div role="status" className="flex flex-col gap-1 text-sm font-medium empty:hidden">
          {problem !== undefined && <p className="text-bad">{problem}</p>}
          {news.map((words) => (
            <p key={words} className="text-indigo">
              {words}
            </p>
          ))}
        </div>
        {children}
        <div className="mt-auto flex flex-wrap items-end gap-x-3 gap-y-3 pt-2 sm:gap-x-4">
          {!lost && <SizeSelect {...{ name, size, offered, selectId, busy, onSize }} />}
          <fieldset className={`${lost ? 'hidden' : 'flex'} items-center rounded-control border border-edge bg-raised`}>
            <legend className="sr-only">Quantity of {called}</legend>
            <button
              type="button"
              aria-label={`Decrease quantity of ${called}`}
              disabled={busy || quantity <= quantities.min}
              onClick={() => onQuantity(quantity - 1)}
              className={square}
            >
              <Icon name="minus" size={18} />
            </button>
            <output aria-label="Quantity" className="min-w-8 text-center font-semibold tabular-nums">
              {quantity}
            </output>
            <button
              type="button"
              aria-label={`Increase quantity of ${called}`}
              disabled={busy || atMost}
              onClick={() => onQuantity(quantity + 1)}
              className={square}
            >
              <Icon name="plus" size={18} />
            </button>
          </fieldset>
          <button
            type="button"
            aria-label={`Remove ${called}`}
            disabled={busy}
            onClick={(event) => onRemove(event.currentTarget)}
            className="ml-auto inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-soft hover:bg-sunk hover:text-ink disabled:opacity-50 max-sm:absolute max-sm:top-4 max-sm:right-0"
          >
            <Icon name="trash" size={18} />
            <span className="max-sm:sr-only">Remove</span>
          </button>
        </div>
      </div>
    </li>
  )
}

function SizeSelect({
  name,
  size,
  offered,
  selectId,
  busy,
  onSize,
}: Pick<CartRowProps, 'name' | 'size' | 'offered' | 'selectId' | 'busy' | 'onSize'>) {
  return (
    <label className="flex flex-col text-sm">
      <span className={size ? 'text-soft' : 'font-medium text-thread'}>
        {size ? 'Size' : 'Choose a size'}
        <span className="sr-only"> of {name}</span>
      </span>
      <select
        id={selectId}
        value={size ?? ''}
        disabled={busy}
        onChange={(event) => onSize(event.target.value as Size)}
        className={`min-h-11 rounded-control border bg-raised px-2 text-base sm:px-3 font-medium text-ink hover:border-ink disabled:opacity-50 ${size ? 'border-edge' : 'border-thread'}`}
      >
        {!size && <option value="">None yet</option>}
        {offered.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  )
}
