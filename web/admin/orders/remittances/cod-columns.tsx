import { formatRupees } from '#contract/kernel/money.ts'
import type { CodOrder, OpenCodLine } from '#contract/shipping/remittances.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { formatCountOf } from '../../kit/format-count-of.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { NoteDialog } from '../../kit/note-dialog.tsx'
import { actionColumn } from '../../kit/row-actions.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'

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
export const buildCodOrderColumns = (onResolve: (subject: CodSubject) => void): readonly Column<CodOrder>[] => [
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
  actionColumn(({ _id, number, amount, days }) => (
    <ResolveButton
      label={`order ${number}`}
      onClick={() => onResolve({ kind: 'order', _id, amount, message: `Order ${number}, delivered ${formatCountOf(days, 'day')} ago.` })}
    />
  )),
]

/** Payments that do not match their orders. */
export const buildOpenLineColumns = (onResolve: (subject: CodSubject) => void): readonly Column<OpenCodLine>[] => [
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
  actionColumn(({ _id, amount, message, trackingNumber }) => (
    <ResolveButton label={`payment ${trackingNumber}`} onClick={() => onResolve({ kind: 'line', _id, amount, message })} />
  )),
]

/** A payment that does not match, or an order whose payment is missing. */
export interface CodSubject {
  readonly kind: 'line' | 'order'
  readonly _id: string
  readonly amount: number
  readonly message: string
}

interface ResolveCodProps {
  subject: CodSubject
  onResolved: () => void
  /** someone else has resolved it, or it is paid */
  onStale: () => void
  onClose: () => void
}

/** Asks what was done about a payment of a courier and takes it off the list. */
export function ResolveCod({ subject: { kind, _id: id, amount, message }, onResolved, ...dialog }: ResolveCodProps) {
  const route = kind === 'line' ? 'POST /remittances/lines/:id/resolve' : 'POST /remittances/orders/:id/resolve'
  return (
    <NoteDialog
      title="Mark as resolved"
      about={
        <p className="wrap-anywhere">
          <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> · {message}
        </p>
      }
      label="What was done?"
      hint={kind === 'order' ? 'The cash of this order is not expected from the courier any more.' : 'The note stays with the payment.'}
      submitLabel="Mark as resolved"
      send={(note) => callSignedIn(route, { params: { id }, body: { note } })}
      onSaved={onResolved}
      {...dialog}
    />
  )
}
