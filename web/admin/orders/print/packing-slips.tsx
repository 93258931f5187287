import { formatRupees, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { getToPay, listTotalRows } from '#contract/orders/adjustments.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { Picture } from '../../../ui/picture.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { CashToCollect, ItemTable, PrintedNote, ShipTo, StatusMark } from './document-parts.tsx'

/** One page for each order, to put into the parcel. */
export function PackingSlips({ orders, size }: { orders: readonly PrintedOrder[]; size: 'a5' | '4x6' }) {
  return orders.map((order) => <PackingSlip key={order._id} order={order} size={size} />)
}

/** What was paid online of an order whose rest the courier collects. */
function listPaid(order: PrintedOrder): { label: string; amount: string }[] {
  const paid = paise(toPaise(getToPay(order)) - toPaise(order.toCollect))
  return order.toCollect > 0 && paid > 0 ? [{ label: 'Paid', amount: formatRupees(toRupees(paid)) }] : []
}

function PackingSlip({ order, size }: { order: PrintedOrder; size: 'a5' | '4x6' }) {
  const { storeName, storeAddress, storeEmail, storePhone, gstin } = useStoreConfig()
  const { number, createdAt, products, isGift } = order
  const items = products.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section aria-label={`Packing slip of order ${number}`} className={`sheet sheet-${size} flex flex-col gap-3`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-black pb-1">
        <p className="font-display text-[1.5em]">{storeName}</p>
        <p className="tabular-nums">
          <span className="text-[1.2em] font-bold">{number}</span> · {formatDate(createdAt)}
        </p>
      </header>
      <StatusMark order={order} />
      <ShipTo order={order} />
      {!isGift && (
        <div className="border-2 border-black px-2 py-1.5">
          <CashToCollect order={order} />
        </div>
      )}
      <PrintedNote order={order} />
      <ItemTable name="Item">
        <tbody>
          {products.map(({ _id, name, size: itemSize, sku, quantity }) => (
            <tr key={`${_id} ${itemSize}`} className="border-b border-line">
              <td className="py-1 wrap-anywhere">
                {name}
                {sku && <span className="text-[0.85em] text-soft"> · {sku}</span>}
              </td>
              <td className="px-2 py-1 font-bold">{itemSize ?? 'To be confirmed'}</td>
              <td className="py-1 text-right font-bold">{quantity}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2} className="py-1 font-semibold">
              {isGift ? 'Gift' : [...listTotalRows(order), ...listPaid(order)].map(({ label, amount }) => `${label} ${amount}`).join(' · ')}
            </td>
            <td className="py-1 text-right font-semibold">{items}</td>
          </tr>
        </tfoot>
      </ItemTable>
      <footer className="mt-auto text-[0.85em] text-soft">
        {storeAddress && <p>{storeAddress}</p>}
        {gstin && <p>GSTIN {gstin} · This is not a tax invoice.</p>}
        <p>
          Questions? {storePhone} · {storeEmail}
        </p>
      </footer>
    </section>
  )
}

type GiftSlipSize = 'a4' | 'a5' | 'a6'

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
