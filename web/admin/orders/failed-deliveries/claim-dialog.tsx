import { toIndianDay } from '#contract/kernel/indian-time.ts'
import type { FailedDelivery } from '#contract/orders/failed-deliveries.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'

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
