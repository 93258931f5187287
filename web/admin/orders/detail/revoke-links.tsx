import { useState } from 'react'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

interface RevokeLinksProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  onStale: () => void
}

/** Ends the links of an order that its mails contain. */
export function RevokeLinks({ order: { _id: id }, onChange, onStale }: RevokeLinksProps) {
  const { busy, message, run } = useAction(onStale)
  const [isAsking, setAsking] = useState(false)
  const revoke = async () => {
    await run(async () => {
      const reply = await callSignedIn('POST /order/admin/:id/links/revoke', { params: { id } })
      onChange(reply.order)
      return reply
    })
    setAsking(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <Button className="text-sm" aria-disabled={busy} onClick={() => setAsking(true)}>
        Revoke links
      </Button>
      <StatusMessage message={message} />
      {isAsking && (
        <ConfirmDialog
          title="Revoke the links of this order?"
          text="The links that were mailed or copied before no longer work. The links above are replaced by new ones."
          action="Revoke links"
          busy={busy}
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
