import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { type ParcelCondition, parcelConditions } from '#contract/orders/order-status.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
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
  const { message, ask, dialog } = useAction(onStale)
  const receive = (condition: ParcelCondition) =>
    ask(
      {
        title: screenTexts.deleteQuestion,
        text: `${labels[condition]}: ${screenTexts.deleteWarning} ${consequences[condition]}`,
        action: labels[condition],
      },
      () => callSignedIn('POST /order/admin/:id/receive', { params: { id }, body: { condition, version } }),
      (reply) => onChange(reply.order),
    )

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
            <Button key={condition} onClick={() => receive(condition)}>
              {labels[condition]}
            </Button>
          ))}
        </div>
      )}
      <StatusMessage message={message} />
      {dialog}
    </div>
  )
}
