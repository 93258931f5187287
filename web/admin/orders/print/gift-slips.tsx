import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { Picture } from '../../../ui/picture.tsx'
import { StatusMark } from './document-parts.tsx'

export type GiftSlipSize = 'a4' | 'a5' | 'a6'

/** One page for each order that is a gift, for the person who receives it: without prices, payment and phone number. */
export function GiftSlips({ orders, size }: { orders: readonly PrintedOrder[]; size: GiftSlipSize }) {
  const gifts = orders.filter(({ isGift }) => isGift)
  if (gifts.length === 0) return <p className="print:hidden">None of these orders is a gift.</p>
  return gifts.map((order) => <GiftSlip key={order._id} order={order} size={size} />)
}

function GiftSlip({ order, size }: { order: PrintedOrder; size: GiftSlipSize }) {
  const { origin, storeName } = useStoreConfig()
  const { number, note, products } = order
  return (
    <section aria-label={`Gift slip of order ${number}`} className={`sheet sheet-${size} flex flex-col gap-4`}>
      <header className="border-b-2 border-black pb-1">
        <p className="font-display text-[1.5em]">{storeName}</p>
        <p>A gift for you</p>
      </header>
      <StatusMark order={order} />
      {note && (
        <p dir="auto" className="text-[1.15em] wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      <ul aria-label="Items" className="flex flex-col gap-2">
        {products.map(({ _id, name, image, size: itemSize, quantity }) => (
          <li key={`${_id} ${itemSize}`} className="flex items-center gap-3 break-inside-avoid border-b border-line pb-2">
            <Picture image={image} alt="" placeholderColor="#ffffff" sizes="4rem" loading="eager" className="w-14 shrink-0" />
            <p className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">{name}</span>
              {itemSize === null ? '' : `Size ${itemSize} · `}Quantity {quantity}
            </p>
          </li>
        ))}
      </ul>
      <footer className="mt-auto text-[0.9em]">
        <p>
          To exchange an item, name order {number} on <span className="wrap-anywhere">{origin}/help-center</span>
        </p>
      </footer>
    </section>
  )
}
