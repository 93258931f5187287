import { useState } from 'react'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type ParcelCondition, parcelConditions } from '#contract/orders/order-status.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'

const labels: Record<ParcelCondition, string> = { sellable: 'Received, sellable', damaged: 'Received, damaged' }
const consequences: Record<ParcelCondition, string> = {
  sellable: 'The items are returned to stock.',
  damaged: 'The items are not returned to stock.',
}

interface ReturnedParcelProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
}

/** A parcel that was refused or undelivered: on its way back, or received. */
export function ReturnedParcel({ order, onChange, onStale }: ReturnedParcelProps) {
  const { _id: id, returnedParcel, version } = order
  const { busy, message, run } = useAction(onStale)
  const [pending, setPending] = useState<ParcelCondition>()

  const receive = async (condition: ParcelCondition) => {
    await run(async () => {
      const reply = await callSignedIn('POST /order/admin/:id/receive', { params: { id }, body: { condition, version } })
      onChange(reply.order)
      return reply
    })
    setPending(undefined)
  }

  if (returnedParcel === null) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="text-lg">
        <span className="text-soft">Parcel</span>{' '}
        <span className="font-semibold">{returnedParcel === 'on its way' ? 'On its way back' : labels[returnedParcel]}</span>
      </p>
      {returnedParcel === 'on its way' && (
        <div className="flex flex-wrap gap-3">
          {parcelConditions.map((condition) => (
            <Button key={condition} onClick={() => setPending(condition)}>
              {labels[condition]}
            </Button>
          ))}
        </div>
      )}
      <StatusMessage message={message} />
      {pending && (
        <ConfirmDialog
          title={screenTexts.deleteQuestion}
          text={`${labels[pending]}: ${screenTexts.deleteWarning} ${consequences[pending]}`}
          action={labels[pending]}
          busy={busy}
          onConfirm={() => receive(pending)}
          onClose={() => setPending(undefined)}
        />
      )}
    </div>
  )
}
