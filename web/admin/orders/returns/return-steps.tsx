import { useState } from 'react'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { handovers } from '#contract/orders/return-states.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { Needs } from '../../kit/needs.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { FoundRefundStep } from './found-refund-step.tsx'
import { PickupForm } from './pickup-form.tsx'
import { ReceiveForm } from './receive-form.tsx'
import { handoverLabels } from './return-labels.ts'
import type { StepProps, StepReply } from './step-props.ts'

export interface ReturnStepsProps {
  returned: AdminReturn
  onChange: (returned: AdminReturn) => void
  /** the return was changed by someone else: reload it */
  onStale: () => void
}

/** A little longer than the courier has. */
const bookingTimeoutMs = returnLimits.pickupBookingMs + 5_000

/** What can be done about a return in its state. */
export function ReturnSteps({ returned, onChange, onStale }: ReturnStepsProps) {
  const { busy, message, run } = useAction(onStale)
  const step = (request: () => Promise<StepReply>) =>
    run(
      () => request(),
      (answer) => onChange(answer.return),
    )
  const { _id: id, state, version } = returned
  const canReceive = state === 'accepted' || state === 'picked up' || state === 'not received'
  return (
    <div className="flex flex-col gap-6 empty:hidden">
      {state === 'asked' && <AnswerStep returned={returned} busy={busy} onStep={step} />}
      {state === 'accepted' && (
        <Button
          className="self-start"
          aria-disabled={busy}
          onClick={() => step(() => callSignedIn('POST /returns/:id/pick-up', { params: { id }, body: { version } }))}
        >
          The items are on their way
        </Button>
      )}
      {state === 'accepted' && returned.handover === 'pickup' && <PickupStep returned={returned} onChange={onChange} onStale={onStale} />}
      {canReceive && (
        <DrawerSection title="Receive the parcel">
          <ReceiveForm
            returned={returned}
            busy={busy}
            onReceive={(body) => step(() => callSignedIn('POST /returns/:id/receive', { params: { id }, body: { ...body, version } }))}
          />
        </DrawerSection>
      )}
      {state === 'received' &&
        (returned.exchange?.order ? (
          <p className="text-sm text-soft">The return is settled by itself when the new items are delivered.</p>
        ) : returned.foundRefunds?.length ? (
          <Needs right="money" otherwise={<WaitsForMoney />}>
            <FoundRefundStep returned={returned} busy={busy} onStep={step} />
          </Needs>
        ) : (
          <Needs right="money" otherwise={<WaitsForMoney />}>
            <SettleStep returned={returned} busy={busy} onStep={step} />
          </Needs>
        ))}
      <StatusMessage message={message} />
    </div>
  )
}

/** What administrators see of a step that pays back. */
const WaitsForMoney = () => <p className="text-sm text-soft">It waits for an administrator with the right “Money”, who pays it back.</p>

/** Books the pick-up, or records it. Its outcome is shown beside it, not below the form of the receipt. */
function PickupStep({ returned, onChange, onStale }: ReturnStepsProps) {
  const { busy, message, run } = useAction(onStale)
  const [booked, setBooked] = useState(0)
  const { _id: id, version } = returned
  const book = (pickup: { courier?: CourierKey; reference?: string }) =>
    run(async () => {
      const input = { params: { id }, body: { ...pickup, version } }
      const answer = await callSignedIn('POST /returns/:id/book-pickup', input, { timeout: bookingTimeoutMs })
      onChange(answer.return)
      setBooked(booked + 1)
      return answer
    })
  return (
    <DrawerSection title="Pick-up">
      <PickupForm key={booked} returned={returned} busy={busy} onBook={book} />
      <StatusMessage message={message} />
    </DrawerSection>
  )
}

/** Accepts a return, or declines it with a reason. */
function AnswerStep({ returned, busy, onStep }: StepProps) {
  const { _id: id, version } = returned
  const [isDeclining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const decline = () => {
    if (reason.trim() === '') return setError('Reason is required.')
    onStep(() => callSignedIn('POST /returns/:id/decline', { params: { id }, body: { reason, version } }))
  }
  return (
    <div className="flex flex-col gap-4">
      {returned.soldOut && <SoldOutStep returned={returned} busy={busy} onStep={onStep} />}
      <div className="flex flex-wrap gap-3">
        {handovers.map((handover) => (
          <Button
            key={handover}
            variant="ink"
            aria-disabled={busy}
            onClick={() => onStep(() => callSignedIn('POST /returns/:id/accept', { params: { id }, body: { handover, version } }))}
          >
            Accept: {handoverLabels[handover].toLowerCase()}
          </Button>
        ))}
        {!isDeclining && <Button onClick={() => setDeclining(true)}>Decline</Button>}
      </div>
      {isDeclining && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            decline()
          }}
          className="flex flex-col gap-3"
        >
          <TextAreaField
            label="Why is it declined? The shopper reads this"
            rows={3}
            maxLength={returnLimits.declineReasonLength}
            value={reason}
            error={error}
            onChange={({ currentTarget }) => {
              setError(undefined)
              setReason(currentTarget.value)
            }}
          />
          <Button type="submit" className="self-start" aria-disabled={busy}>
            Decline the return
          </Button>
        </form>
      )}
    </div>
  )
}

/** Asks the shopper to take the money for an exchange that cannot be accepted. */
function SoldOutStep({ returned: { _id: id, version, soldOut, exchange }, busy, onStep }: StepProps) {
  const isAsked = exchange?.isSoldOut ?? false
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="font-medium text-bad">{soldOut}</p>
      {isAsked ? (
        <p className="text-sm text-soft">
          The shopper was asked to take the money. You can accept the exchange if the item is in stock again.
        </p>
      ) : (
        <Needs right="money">
          <Button
            variant="ink"
            aria-disabled={busy}
            onClick={() => onStep(() => callSignedIn('POST /returns/:id/sold-out', { params: { id }, body: { version } }))}
          >
            Ask the shopper to take the money
          </Button>
        </Needs>
      )}
    </div>
  )
}

/** Pays back a received return, after a confirmation. */
function SettleStep({ returned: { _id: id, version, amount, number }, busy, onStep }: StepProps) {
  const [isAsking, setAsking] = useState(false)
  const { refund, online, cash } = amount
  const parts = [
    online > 0 && `${formatRupees(online)} is refunded to the original payment method.`,
    cash > 0 && `${formatRupees(cash)} was paid in cash: transfer it to the shopper.`,
    refund === 0 && 'Nothing is paid back.',
  ]
  const settle = async () => {
    await onStep(() => callSignedIn('POST /returns/:id/settle', { params: { id }, body: { refund, version } }))
    setAsking(false)
  }
  return (
    <>
      <Button variant="ink" className="self-start" onClick={() => setAsking(true)}>
        {refund > 0 ? `Pay back ${formatRupees(refund)}` : 'Settle without a refund'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Settle this return?"
          text={`Return ${number}: ${parts.filter(Boolean).join(' ')} This cannot be undone.`}
          action={refund > 0 ? 'Pay back' : 'Settle'}
          busy={busy}
          onConfirm={settle}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
