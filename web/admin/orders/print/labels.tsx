import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { CashToCollect, PrintedNote, Sender, ShipTo, StatusMark } from './document-parts.tsx'

const labelsPerSheet = 8

/** characters of the shopper's note */
const noteMaxLength = 100

/** A label for each parcel: one a page, or sheets of eight. */
export function Labels({ orders, size }: { orders: readonly PrintedOrder[]; size: 'a4' | '4x6' }) {
  if (size === '4x6')
    return orders.map((order) => (
      <section key={order._id} aria-label={`Label of order ${order.number}`} className="sheet sheet-4x6">
        <Label order={order} />
      </section>
    ))
  const sheets = Array.from({ length: Math.ceil(orders.length / labelsPerSheet) }, (_, index) =>
    orders.slice(index * labelsPerSheet, (index + 1) * labelsPerSheet),
  )
  return sheets.map((sheet, index) => (
    <section key={sheet[0]?._id} aria-label={`Labels, sheet ${index + 1}`} className="sheet sheet-labels">
      <div className="label-grid">
        {sheet.map((order) => (
          <Label key={order._id} order={order} />
        ))}
      </div>
    </section>
  ))
}

/** How much room address and note take: letters of Indian scripts are higher and wider. */
function measureText({ note = '', deliveryAddress: { firstName, lastName, address, landmark = '', city, state } }: PrintedOrder) {
  const text = [firstName, lastName, address, landmark, city, state, note.slice(0, noteMaxLength)].join(' ')
  const extra = text.match(/[^\p{Script=Latin}\p{P}\p{N}\s]/gu)?.length ?? 0
  const length = text.length + extra * 0.4 + (address.split('\n').length - 1) * 30
  return length < 200 ? undefined : length < 340 ? 'long' : 'longest'
}

function Label({ order }: { order: PrintedOrder }) {
  return (
    <div className="label gap-1.5" data-length={measureText(order)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b-2 border-black pb-0.5">
        <span className="font-bold tabular-nums">{order.number}</span>
        <CashToCollect order={order} />
      </div>
      <StatusMark order={order} />
      <ShipTo order={order} />
      <PrintedNote order={order} maxLength={noteMaxLength} />
      <div className="mt-auto border-t border-line pt-0.5">
        <Sender />
      </div>
    </div>
  )
}
