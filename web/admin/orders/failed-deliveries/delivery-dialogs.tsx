import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { DeliveryAction, FailedDelivery } from '#contract/orders/failed-deliveries.ts'
import { failedDeliveryLimits } from '#contract/orders/failed-delivery-days.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatLongDay } from '../../kit/format-time.ts'

type Reply = CallReply<'POST /order/admin/failed-deliveries/answers'>

interface AnswerDialogProps {
  parcels: readonly FailedDelivery[]
  action: DeliveryAction
  /** some parcels are answered */
  onAnswered: () => void
  onClose: () => void
}

/** Says what the courier is to do with parcels that it could not deliver, and which of them could not be answered. */
export function AnswerDialog({ parcels, action, onAnswered, onClose }: AnswerDialogProps) {
  const [refused, setRefused] = useState<Reply['results']>()
  const count = parcels.length === 1 ? `the parcel of order ${parcels[0]?.order.number}` : `${parcels.length} parcels`
  const [first] = parcels
  const days = first?.days.filter((day) => parcels.every((parcel) => parcel.days.includes(day))) ?? []
  if (refused)
    return (
      <Dialog open title="Not answered" onClose={onClose}>
        <ul className="flex flex-col gap-1">
          {refused.map(({ reference, number, message }) => (
            <li key={reference}>
              <span className="font-semibold">{number ?? reference}</span>: {message}
            </li>
          ))}
        </ul>
        <Button className="self-end" onClick={onClose}>
          Close
        </Button>
      </Dialog>
    )
  return (
    <FormDialog
      title={action === 'bring back' ? `Bring back ${count}?` : `Deliver ${count} again`}
      intro={action === 'bring back' && <p className="text-soft">This cannot be undone when the courier knows it.</p>}
      defaultValues={{ deliverOn: '', addressLine: '', phone: '' }}
      submitLabel={action === 'bring back' ? 'Bring back' : 'Deliver again'}
      busyLabel="Sending…"
      send={({ deliverOn, ...values }) =>
        callSignedIn('POST /order/admin/failed-deliveries/answers', {
          body: { references: parcels.map(({ _id }) => _id), action, ...values, deliverOn: deliverOn || null },
        })
      }
      onSaved={({ results }: Reply) => {
        onAnswered()
        const left = results.filter(({ isAccepted }) => !isAccepted)
        if (left.length > 0) setRefused(left)
        else onClose()
      }}
      onClose={onClose}
    >
      {({ field }) =>
        action === 'deliver again' && (
          <>
            <SelectField
              {...field('deliverOn')}
              label="Day"
              optional
              choices={[['', 'At the next attempt'] as const, ...days.map((day) => [day, formatLongDay(day)] as const)]}
            />
            <TextField {...field('addressLine')} label="Landmark or floor" optional maxLength={failedDeliveryLimits.addressLine} />
            <TextField {...field('phone')} label="Another phone" optional type="tel" />
          </>
        )
      }
    </FormDialog>
  )
}

interface ClaimDialogProps {
  parcel: FailedDelivery
  onSaved: () => void
  onClose: () => void
}

/** Notes that a lost or damaged parcel was claimed at the courier, and how the claim ended. */
export function ClaimDialog({ parcel: { _id, order, claim }, onSaved, onClose }: ClaimDialogProps) {
  return (
    <FormDialog
      title={`Claim for order ${order.number}`}
      defaultValues={{ claimedOn: claim?.claimedOn ?? toIndianDay(), claimReference: claim?.reference ?? '', isClosed: false }}
      send={({ claimedOn, ...values }) =>
        callSignedIn('POST /order/admin/parcel-claims', { body: { reference: _id, ...values, claimedOn: claimedOn || null } })
      }
      onSaved={() => {
        onSaved()
        onClose()
      }}
      onStale={onSaved}
      onClose={onClose}
    >
      {({ field }) => {
        const { error: _, ...isClosed } = field('isClosed')
        return (
          <>
            <TextField {...field('claimedOn')} type="date" label="Claimed on" optional />
            <TextField {...field('claimReference')} label="Reference of the claim" optional maxLength={60} />
            <Checkbox {...isClosed}>Done: the courier has paid or refused it</Checkbox>
          </>
        )
      }}
    </FormDialog>
  )
}
