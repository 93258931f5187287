import type { CallReply } from '#contract/contract.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { RefundDetailsForm } from './refund-details-form.tsx'

interface RefundDetailsProps {
  /** of the link */
  token: string
  payout: CallReply<'POST /payouts/find'>
  onDone: (message: string) => void
}

/** Asks where a refund is transferred to. What was entered before is not shown. */
export function RefundDetails({ token, payout: { number, amount, isEntered, isOfOrder }, onDone }: RefundDetailsProps) {
  return (
    <>
      <p>
        We transfer <span className="font-semibold tabular-nums">{formatRupees(amount)}</span> to you for {isOfOrder ? 'order' : 'return'}{' '}
        <span className="font-medium whitespace-nowrap tabular-nums">{number}</span>. Where to?
      </p>
      {isEntered && <p className="font-medium">You have told us where to. What you enter now replaces it.</p>}
      <p className="text-soft">
        We store it encrypted, use it for this refund only, and erase it a month after the payment. We never ask for a PIN, an OTP or your
        card number.
      </p>
      <RefundDetailsForm token={token} onDone={onDone} />
    </>
  )
}
