import { formatRupees, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { getToPay, listTotalRows } from '#contract/orders/adjustments.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
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
