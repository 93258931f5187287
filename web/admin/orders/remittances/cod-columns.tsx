import { formatRupees } from '#contract/kernel/money.ts'
import type { CodOrder, OpenCodLine } from '#contract/shipping/remittances.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import type { CodSubject } from './resolve-cod.tsx'

function OrderLink({ number, id }: { number: string; id: string }) {
  return (
    <DrawerLink id={id} right="orders" className="link inline-flex min-h-11 items-center font-semibold whitespace-nowrap sm:min-h-6">
      {number}
    </DrawerLink>
  )
}

function ResolveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <SmallButton aria-label={`Resolve ${label}`} onClick={onClick}>
      Resolve
    </SmallButton>
  )
}

/** Delivered orders that the courier has not paid. */
export function buildCodOrderColumns(onResolve: (subject: CodSubject) => void): readonly Column<CodOrder>[] {
  return [
    {
      head: 'Order',
      cell: ({ _id, number, courierName, trackingNumber }) => (
        <>
          <OrderLink number={number} id={_id} />
          <span className="block text-soft wrap-anywhere sm:hidden">
            {[courierName ?? 'No shipment', trackingNumber].filter(Boolean).join(' ')}
          </span>
        </>
      ),
    },
    { head: 'Courier', className: 'max-sm:hidden', cell: ({ courierName }) => courierName ?? 'No shipment' },
    { head: 'Tracking number', className: 'max-sm:hidden wrap-anywhere', cell: ({ trackingNumber }) => trackingNumber },
    { head: 'Delivered', className: 'max-md:hidden', cell: ({ deliveredAt }) => formatDateTime(deliveredAt) },
    {
      head: 'Days',
      number: true,
      cell: ({ days, isMissing }) => (isMissing ? <span className="font-semibold text-bad">{days}, missing</span> : days),
    },
    { head: 'Cash', number: true, cell: ({ amount }) => formatRupees(amount) },
    {
      head: 'Actions',
      isHeadHidden: true,
      number: true,
      cell: ({ _id, number, amount, days }) => (
        <ResolveButton
          label={`order ${number}`}
          onClick={() =>
            onResolve({ kind: 'order', _id, amount, message: `Order ${number}, delivered ${days === 1 ? '1 day' : `${days} days`} ago.` })
          }
        />
      ),
    },
  ]
}

/** Payments that do not match their orders. */
export function buildOpenLineColumns(onResolve: (subject: CodSubject) => void): readonly Column<OpenCodLine>[] {
  return [
    {
      head: 'Payment',
      cell: ({ message, courierName, trackingNumber, reference, paidOn, orderId, number }) => (
        <>
          <span className="block font-medium">{message}</span>
          <span className="block text-soft wrap-anywhere">
            {[`${courierName} ${trackingNumber}`, reference, paidOn].filter(Boolean).join(' · ')}
          </span>
          {orderId !== null && number !== null && <OrderLink number={number} id={orderId} />}
        </>
      ),
    },
    { head: 'Paid', number: true, cell: ({ amount }) => formatRupees(amount) },
    {
      head: 'Actions',
      isHeadHidden: true,
      number: true,
      cell: ({ _id, amount, message, trackingNumber }) => (
        <ResolveButton label={`payment ${trackingNumber}`} onClick={() => onResolve({ kind: 'line', _id, amount, message })} />
      ),
    },
  ]
}
