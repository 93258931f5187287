import { formatRupees, toRupees } from '#contract/money.ts'
import { calculateGuestLineSubtotal } from '../guest-cart/edit-guest-cart.ts'
import { type GuestCartLine, lineKey } from '../guest-cart/guest-cart-line.ts'
import { Divider } from '../ui/divider.tsx'
import { Picture } from '../ui/picture.tsx'

/** What is about to be ordered, to be read and not to be changed. */
export function OrderLines({ lines, total }: { lines: readonly GuestCartLine[]; total: string }) {
  return (
    <>
      <ul className="flex max-h-96 flex-col gap-4 overflow-y-auto" tabIndex={lines.length > 3 ? 0 : undefined} aria-label="Pieces">
        {lines.map((line) => (
          <li key={lineKey(line)} className="flex gap-4">
            <Picture
              image={line.image}
              alt=""
              placeholderColor={line.backdrop}
              sizes="4rem"
              loading="eager"
              className="h-fit w-16 shrink-0"
            />
            <div className="flex min-w-0 grow flex-col gap-0.5 text-sm">
              <p className="product-name text-xs">{line.name}</p>
              <p className="text-soft">
                {line.size === undefined ? 'Size to be confirmed' : `Size ${line.size}`},{' '}
                <span className="whitespace-nowrap">
                  {line.qty} × {formatRupees(line.price)}
                </span>
              </p>
            </div>
            <p className="shrink-0 text-sm font-medium tabular-nums">{formatRupees(toRupees(calculateGuestLineSubtotal(line)))}</p>
          </li>
        ))}
      </ul>
      <Divider className="text-edge" />
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Shipping</dt>
        <dd className="text-right">Free</dd>
        <dt className="text-lg font-semibold">Total</dt>
        <dd className="text-right text-lg font-semibold">{total}</dd>
      </dl>
    </>
  )
}
