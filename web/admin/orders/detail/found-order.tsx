import type { ReactNode } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import type { OrdersOfSource } from '#contract/orders/order-edits.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'

interface FoundOrderProps {
  order: Pick<OrdersOfSource['orders'][number], '_id' | 'number' | 'orderStatus' | 'totalPrice' | 'createdAt'>
  /** what it has in common with the order of the drawer */
  children: ReactNode
}

/** A row of another order, which opens it. */
export function FoundOrder({ order: { _id, number, orderStatus, totalPrice, createdAt }, children }: FoundOrderProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <DrawerLink id={_id} className="link inline-flex min-h-11 items-center font-semibold sm:min-h-6">
          {number}
        </DrawerLink>{' '}
        {children}
      </span>
      <span className="text-right tabular-nums">
        {orderStatus} · {formatRupees(totalPrice)}
        <time dateTime={createdAt} className="block text-soft">
          {formatDateTime(createdAt)}
        </time>
      </span>
    </>
  )
}
