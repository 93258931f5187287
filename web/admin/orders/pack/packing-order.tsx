import type { RefObject } from 'react'
import type { ItemToPack, OrderToPack } from '#contract/orders/packing.ts'
import { Icon, minusIcon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime, formatShortDay } from '../../kit/format-time.ts'
import { SmallButton } from '../../kit/small-button.tsx'
import { problemTexts } from '../desk/desk-columns.tsx'
import { countMissing, countTicked, getItemKey, nameItem, type Progress } from './packing-progress.ts'

const texts = { ...problemTexts, address: 'Address incomplete', size: 'Size to be confirmed' }

interface PackingOrderProps {
  order: OrderToPack
  progress: Progress
  heading: RefObject<HTMLHeadingElement | null>
  onTick: (item: ItemToPack, by?: 1 | -1) => void
}

/** The order at hand with what a packer must know, and its items to tick. */
export function PackingOrder({ order, progress, heading, onTick }: PackingOrderProps) {
  const { _id, number, name, city, createdAt, items, note, isGift, notes, isExchange, isLate, problems } = order
  const special = [
    ...(isLate ? ['Late'] : []),
    ...(isExchange ? ['Exchange for returned items'] : []),
    ...problems.flatMap((problem) => texts[problem] ?? []),
  ]
  return (
    <section aria-labelledby="order-at-hand" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 id="order-at-hand" ref={heading} tabIndex={-1} className="scroll-mt-24 font-display text-3xl tabular-nums outline-none">
          <DrawerLink id={_id} className="link">
            {number}
          </DrawerLink>
        </h2>
        <p dir="auto" className="wrap-anywhere">
          {name}, {city}
        </p>
        <p className="text-sm text-soft">{formatDateTime(createdAt)}</p>
      </div>
      {special.length > 0 && (
        <ul aria-label="Special" className="flex flex-wrap gap-2">
          {special.map((text) => (
            <li key={text} className="rounded-control border-2 border-bad px-2 py-0.5 font-semibold text-bad">
              {text}
            </li>
          ))}
        </ul>
      )}
      {isGift && <p className="rounded-control bg-sunk px-3 py-2 font-semibold">Gift: enclose the gift slip, and nothing with prices.</p>}
      {note && <Note label="Note of the customer" text={note} />}
      {notes.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may have the same text, and their order does not change
        <Note key={index} label="Note of the shop" text={text} />
      ))}
      <ul aria-label="Items" className="grid gap-4 lg:grid-cols-2">
        {items.map((item) => (
          <Item key={getItemKey(item)} item={item} progress={progress} onTick={onTick} />
        ))}
      </ul>
    </section>
  )
}

const Note = ({ label, text }: { label: string; text: string }) => (
  <p dir="auto" className="rounded-control bg-sunk px-3 py-2 wrap-anywhere whitespace-pre-line">
    <span className="font-semibold">{label}:</span> {text}
  </p>
)

/** An item with a large picture: a press ticks one of it. */
function Item({ item, progress, onTick }: Pick<PackingOrderProps, 'progress' | 'onTick'> & { item: ItemToPack }) {
  const { size, colour, sku, shelf, quantity, image, name, returned, availableFrom } = item
  const ticked = countTicked(progress, item)
  const missing = countMissing(progress, item)
  const isTicked = ticked === quantity
  return (
    <li className={`flex flex-col rounded-control border-2 ${isTicked ? 'border-good bg-sunk' : 'border-edge bg-raised'}`}>
      <button type="button" className="flex grow gap-4 rounded-control p-2 text-left hover:bg-sunk" onClick={() => onTick(item)}>
        <Picture
          image={image}
          alt=""
          sizes="(min-width: 640px) 15rem, 45vw"
          placeholderColor="transparent"
          loading="eager"
          className="w-2/5 max-w-60 shrink-0 self-start rounded-control"
        />
        <span className="flex min-w-0 grow flex-col gap-1 py-1">
          <span className="sr-only">Tick</span>
          {shelf && <span className="text-xl font-bold wrap-anywhere">{shelf}</span>}
          <span className="text-3xl font-bold wrap-anywhere">{size ?? 'Size?'}</span>
          <span dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </span>
          {colour && <span className="wrap-anywhere">{colour}</span>}
          {sku && <span className="text-sm text-soft wrap-anywhere">{sku}</span>}
          {availableFrom && <span className="text-sm">Pre-order {formatShortDay(availableFrom)}</span>}
          {returned && <span className="font-semibold text-indigo">Take it from the returns: {returned} came back in the last 3 days</span>}
          {missing > 0 && <span className="font-semibold text-bad">{missing} missing</span>}
          <span className={`mt-auto text-2xl font-bold tabular-nums ${isTicked ? 'text-good' : ''}`}>
            {isTicked && '✓ '}
            {ticked} of {quantity}
          </span>
        </span>
      </button>
      {ticked > 0 && (
        <SmallButton aria-label={`One less of ${nameItem(item)}`} className="m-2 mt-0 self-end" onClick={() => onTick(item, -1)}>
          <Icon path={minusIcon} size={18} />
        </SmallButton>
      )}
    </li>
  )
}
