import { formatRupees } from '#contract/kernel/money.ts'
import type { Discrepancy } from '#contract/payments/payments.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useAction } from '../../kit/use-action.tsx'

/** One that can be refunded from the list. */
export type RefundableDiscrepancy = Discrepancy & { orderId: string; refunded: number }

export const isRefundable = (discrepancy: Discrepancy): discrepancy is RefundableDiscrepancy =>
  discrepancy.orderId !== null && discrepancy.refunded !== undefined

interface RefundDiscrepancyProps {
  discrepancy: RefundableDiscrepancy
  onRefunded: () => void
  /** someone else has refunded it, or it has changed */
  onStale: () => void
  onClose: () => void
}

/** Refunds the online payment of an order for which the courier has collected cash too. */
export function RefundDiscrepancy({ discrepancy, onRefunded, onStale, onClose }: RefundDiscrepancyProps) {
  const { orderId: id, amount, refunded, shopper } = discrepancy
  const { busy, message, run } = useAction(onStale)
  const refund = () =>
    run(async () => {
      const body = { amount, refunded, part: 'online' as const, reason: 'paid twice: the courier collected too' }
      const reply = await callSignedIn('POST /order/admin/:id/refund', { params: { id }, body })
      onRefunded()
      return reply
    })
  return (
    <ConfirmDialog
      title={`Refund ${formatRupees(amount)}?`}
      text={`${shopper.name} gets the amount back to the original payment method. This cannot be undone.`}
      action="Refund"
      busy={busy}
      error={message?.isError ? message.text : undefined}
      onConfirm={refund}
      onClose={onClose}
    />
  )
}
