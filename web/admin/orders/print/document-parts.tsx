import type { ReactNode } from 'react'
import { cutText } from '#contract/kernel/cut-text.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { PrintedOrder } from '#contract/orders/order-print.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { describeState, isToPick } from './pick-rows.ts'

/** Says on paper that an order must not be packed any more. */
export function StatusMark({ order }: { order: PrintedOrder }) {
  if (isToPick(order)) return null
  return (
    <p className="border-2 border-black px-2 py-1 text-center font-bold uppercase">
      {describeState(order)}: do not {order.orderStatus === 'Shipped' || order.orderStatus === 'Delivered' ? 'ship again' : 'ship'}
    </p>
  )
}

/** What the courier collects, in large type. */
export function CashToCollect({ order }: { order: PrintedOrder }) {
  if (order.toCollect === 0) return <p className="text-[1.3em] leading-tight font-bold">{describeNothingDue(order)}</p>
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 leading-tight">
      <span className="font-semibold">Cash on delivery</span>
      <span className="text-[1.8em] font-bold tabular-nums">{formatRupees(order.toCollect)}</span>
    </p>
  )
}

function describeNothingDue(order: PrintedOrder): string {
  if (!isToPick(order)) return 'Collect nothing'
  return order.isExchange ? 'Exchange: collect nothing' : 'Prepaid: collect nothing'
}

/** The address in the lines that a courier reads. `dir` follows the script of each line. */
export function ShipTo({ order: { deliveryAddress } }: { order: PrintedOrder }) {
  const { firstName, lastName, address, landmark, city, state, pinCode, phone } = deliveryAddress
  return (
    <address dir="auto" className="not-italic wrap-anywhere">
      <span className="block text-[1.15em] font-bold">{`${firstName} ${lastName}`.trim()}</span>
      <span className="block whitespace-pre-line">{address}</span>
      {landmark && <span className="block">Landmark: {landmark}</span>}
      <span className="block">
        {city}, {state}
      </span>
      <span className="block text-[1.15em] font-bold tabular-nums">
        {pinCode === '' ? 'PIN code missing' : `PIN ${pinCode}`} · {phone}
      </span>
    </address>
  )
}

/** What the shopper said about the order; on a label as much as has room. */
export function PrintedNote({ order: { note }, maxLength }: { order: PrintedOrder; maxLength?: number }) {
  if (!note) return null
  const line = note.replaceAll('\n', ' ')
  const text = maxLength === undefined ? note : line.length > maxLength ? `${cutText(line, maxLength)}…` : line
  return (
    <p dir="auto" className="font-semibold wrap-anywhere whitespace-pre-line">
      Note: {text}
    </p>
  )
}

/** The sender of the parcel. */
export function Sender() {
  const { storeName, storeAddress, storePhone } = useStoreConfig()
  return (
    <p className="text-[0.85em] text-soft">
      From <span className="font-semibold">{storeName}</span>
      {storeAddress && `, ${storeAddress}`} · {storePhone}
    </p>
  )
}

/** A table of items. `columns` are the heads before its name, size and quantity. */
export function ItemTable({ name, columns, children }: { name: string; columns?: ReactNode; children: ReactNode }) {
  return (
    <table className="pick-table w-full border-collapse tabular-nums">
      <thead>
        <tr className="border-b-2 border-black text-left">
          {columns}
          <th scope="col" className="py-1">
            {name}
          </th>
          <th scope="col" className="px-2 py-1">
            Size
          </th>
          <th scope="col" className="py-1 text-right">
            Quantity
          </th>
        </tr>
      </thead>
      {children}
    </table>
  )
}
