import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

interface RevokeLinksProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  onStale: () => void
}

/** Ends the links of an order that its mails contain. */
export function RevokeLinks({ order: { _id: id }, onChange, onStale }: RevokeLinksProps) {
  const { busy, message, ask, dialog } = useAction(onStale)
  const askFirst = () =>
    ask(
      {
        title: 'Revoke the links of this order?',
        text: 'The links that were mailed or copied before no longer work. The links above are replaced by new ones.',
        action: 'Revoke links',
      },
      () => callSignedIn('POST /order/admin/:id/links/revoke', { params: { id } }),
      (reply) => onChange(reply.order),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Button className="text-sm" aria-disabled={busy} onClick={askFirst}>
        Revoke links
      </Button>
      <StatusMessage message={message} />
      {dialog}
    </div>
  )
}
