import { formatRupees } from '#contract/kernel/money.ts'
import { describeRefundMessage } from '#contract/orders/whatsapp-messages.ts'
import { type Payout, payoutsCalls } from '#contract/payouts/payouts.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { DrawerLink } from '../../kit/drawer-link.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { ordersPath, returnsPath } from '../../kit/list-href.ts'
import { SmallButton } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { CopyLink } from '../../shared/copy-link.tsx'
import { WhatsappLink } from '../../shared/whatsapp-link.tsx'

/** Where a refund is transferred to. */
function PayoutDestination({ payout: { details, detailsLink, paidAt } }: { payout: Payout }) {
  if (details?.method === 'upi') return <span className="break-all">{details.upiId}</span>
  if (details)
    return (
      <span className="flex flex-col wrap-anywhere tabular-nums">
        <span className="whitespace-nowrap">{details.accountNumber}</span>
        <span className="whitespace-nowrap">{details.ifsc}</span>
        <span className="text-soft">{details.accountName}</span>
      </span>
    )
  if (paidAt !== null) return <span className="text-soft">Erased</span>
  return (
    <span className="flex flex-col items-start gap-1.5">
      <span className="text-soft">Not entered yet</span>
      {detailsLink && <CopyLink link={detailsLink} label="Copy the link" />}
    </span>
  )
}

const nameSource = ({ returnId, number }: Payout): string => `${returnId === null ? 'order' : 'return'} ${number}`

function RefundMessage({ payout }: { payout: Payout }) {
  const { number, order, amount, details, detailsLink, reference, paidAt } = payout
  const state = paidAt !== null ? 'paid' : details === null ? 'details needed' : 'to be paid'
  return (
    <WhatsappLink
      phone={order.phone}
      link={detailsLink}
      describe={(message) =>
        describeRefundMessage({ ...message, name: order.name, number, amount, state, reference, isOfOrder: payout.returnId === null })
      }
      about={nameSource(payout)}
    />
  )
}

/** The columns of refunds that are paid by transfer. */
export const buildPayoutColumns = ({ onPay }: { onPay: (payout: Payout) => void }): readonly Column<Payout>[] => [
  {
    head: 'Return or order',
    cell: (payout) => (
      <span className="flex flex-col items-start gap-0.5 py-1">
        <DrawerLink
          list={payout.returnId === null ? ordersPath : returnsPath}
          id={payout.returnId ?? payout.order._id}
          className="link font-semibold whitespace-nowrap tabular-nums"
        >
          {payout.number}
        </DrawerLink>
        {payout.reason && <span>Order: {payout.reason}</span>}
        <span className="font-semibold sm:hidden">{formatRupees(payout.amount)}</span>
        <span className="wrap-anywhere">{payout.order.name}</span>
        <span className="text-soft tabular-nums">{payout.order.phone}</span>
        <span className="text-soft">
          {payout.returnId === null ? 'Requested' : 'Settled'} {formatDate(payout.settledAt)}
        </span>
        <RefundMessage payout={payout} />
      </span>
    ),
  },
  { head: 'Transfer to', cell: (payout) => <PayoutDestination payout={payout} /> },
  { head: 'Amount', number: true, className: 'font-semibold max-sm:hidden', cell: ({ amount }) => formatRupees(amount) },
  {
    head: 'Paid',
    number: true,
    cell: (payout) =>
      payout.paidAt === null ? (
        <SmallButton aria-label={`Paid: ${nameSource(payout)}`} onClick={() => onPay(payout)}>
          Paid
        </SmallButton>
      ) : (
        <span className="flex flex-col">
          <span className="break-all">{payout.reference}</span>
          <span className="text-soft">
            {formatDate(payout.paidAt)}
            {payout.paidBy && `, ${payout.paidBy}`}
          </span>
        </span>
      ),
  },
]

interface PayPayoutProps {
  payout: Payout
  onPaid: () => void
  /** somebody else has paid it, or the shopper has changed where to: reload the list */
  onStale: () => void
  onClose: () => void
}

/** Records that a refund was transferred. */
export function PayPayout({ payout, onPaid, ...dialog }: PayPayoutProps) {
  const { _id: id, number, amount, version } = payout
  return (
    <FormDialog
      title={`Paid ${formatRupees(amount)}?`}
      defaultValues={{ reference: '' }}
      intro={
        <div className="flex flex-col gap-1">
          <p>
            {payout.returnId === null ? 'Order' : 'Return'} <span className="font-medium tabular-nums">{number}</span>. The shopper gets an
            email. This cannot be undone.
          </p>
          {payout.details ? (
            <PayoutDestination payout={payout} />
          ) : (
            <p className="font-medium text-bad">The shopper has not said where to transfer it.</p>
          )}
        </div>
      }
      submitLabel="Record the payment"
      body={payoutsCalls.payPayout.body}
      send={({ reference }) => callSignedIn('POST /payouts/:id/pay', { params: { id }, body: { reference, version } })}
      onSaved={onPaid}
      {...dialog}
    >
      {({ field }) => <TextField label="Reference of the bank (UTR)" autoComplete="off" {...field('reference')} />}
    </FormDialog>
  )
}
