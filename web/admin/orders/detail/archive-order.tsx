import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

interface ArchiveOrderProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  onStale: () => void
}

/** Takes a cancelled order, such as a test order, out of lists and figures, and brings it back. */
export function ArchiveOrder({ order, onChange, onStale }: ArchiveOrderProps) {
  const { _id: id, orderStatus, amountPaid, amountRefunded = 0, isArchived = false, undo } = order
  const { busy, message, run } = useAction(onStale)
  if (!isArchived && (orderStatus !== 'Cancelled' || amountPaid > amountRefunded || undo)) return null
  const archive = () =>
    run(
      () => callSignedIn('POST /order/admin/:id/archive', { params: { id }, body: { isArchived: !isArchived } }),
      (reply) => onChange(reply.order),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Button className="text-sm" aria-disabled={busy} onClick={archive}>
        {isArchived ? 'Bring back from the archive' : 'Archive the order'}
      </Button>
      <p className="text-sm text-soft">
        {isArchived ? 'Archived: lists and figures leave it out.' : 'Lists and figures then leave it out, such as a test order.'}
      </p>
      <StatusMessage message={message} />
    </div>
  )
}
