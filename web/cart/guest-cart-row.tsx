import type { Size } from '#contract/business.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { calculateGuestLineSubtotal, removeGuestLine, setGuestQuantity, setGuestSize } from '../guest-cart/edit-guest-cart.ts'
import { type GuestCartLine, lineKey } from '../guest-cart/guest-cart-line.ts'
import { showToast } from '../ui/toast.ts'
import { isAtMost, type LineWords } from './cart-check.ts'
import { CartRow } from './cart-row.tsx'

const selectId = (key: string) => `size-of-${key}`

/** A line of the guest's cart: every change is in the browser's storage at once. */
export function CartLineRow({ line, lines, words }: { line: GuestCartLine; lines: readonly GuestCartLine[]; words: LineWords }) {
  const key = lineKey(line)
  const choose = (chosen: Size) => {
    if (!setGuestSize({ key, size: chosen })) {
      showToast({ text: screenTexts.alreadyInCart, kind: 'info' })
      return
    }
    // The size is part of the line's name, so the line is drawn anew; the focus goes along.
    requestAnimationFrame(() => document.getElementById(selectId(lineKey({ ...line, size: chosen })))?.focus({ preventScroll: true }))
  }
  return (
    <CartRow
      name={line.name}
      image={line.image}
      placeholderColor={line.backdrop}
      size={line.size}
      offered={line.sizes}
      selectId={selectId(key)}
      quantity={line.qty}
      atMost={isAtMost({ line, lines })}
      subtotal={formatRupees(toRupees(calculateGuestLineSubtotal(line)))}
      each={formatRupees(line.price)}
      problem={words.problem}
      news={words.news}
      lost={words.lost}
      onSize={choose}
      onQuantity={(qty) => setGuestQuantity({ key, qty })}
      onRemove={(button) => {
        focusAfterRemoval(button)
        removeGuestLine(key)
      }}
    />
  )
}

/** The pressed button goes with its line, and whoever uses the keyboard must not be thrown back to the top. */
function focusAfterRemoval(button: HTMLButtonElement): void {
  const line = button.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('button[aria-label^="Remove"]') ?? document.getElementById('main')
  target?.focus({ preventScroll: target.id === 'main' })
}
