import { useState } from 'react'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { handovers } from '#contract/orders/return-states.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import { type CourierKey, courierKeys } from '#contract/shipping/couriers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { Needs } from '../../kit/needs.tsx'
import { useSaveForm } from '../../kit/save-form.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { courierChoices } from '../shared/courier-choices.ts'
import { ReceiveForm } from './receive-form.tsx'
import { handoverLabels } from './return-labels.ts'
import { type StepEdits, useStepEdits } from './use-step-edits.ts'

interface ReturnStepsProps extends StepEdits {
  returned: AdminReturn
  onChange: (returned: AdminReturn) => void
  /** the return was changed by someone else: reload it */
  onStale: () => void
}

interface StepReply {
  readonly message: string
  readonly return: AdminReturn
}

type Action = ReturnType<typeof useAction>

/** What each step of a return is shown with. */
interface StepProps extends Pick<ReturnStepsProps, 'returned' | 'onEdit'> {
  busy: boolean
  onStep: (request: () => Promise<StepReply>) => Promise<void>
  /** sends the request after a confirmation */
  onAsk: (question: Parameters<Action['ask']>[0], request: () => Promise<StepReply>) => void
}

/** A little longer than the courier has. */
const bookingTimeoutMs = returnLimits.pickupBookingMs + 5_000

/** What can be done about a return in its state. */
export function ReturnSteps({ returned, onChange, onStale, onEdit }: ReturnStepsProps) {
  const { busy, message, run, ask, dialog } = useAction(onStale)
  const show = (reply: StepReply) => onChange(reply.return)
  const step: StepProps['onStep'] = (request) => run(request, show)
  const props: StepProps = { returned, busy, onEdit, onStep: step, onAsk: (question, request) => ask(question, request, show) }
  const { _id: id, state, version } = returned
  const canReceive = state === 'accepted' || state === 'picked up' || state === 'not received'
  return (
    <div className="flex flex-col gap-6 empty:hidden">
      {state === 'asked' && <AnswerStep {...props} />}
      {state === 'accepted' && (
        <Button
          className="self-start"
          aria-disabled={busy}
          onClick={() => step(() => callSignedIn('POST /returns/:id/pick-up', { params: { id }, body: { version } }))}
        >
          The items are on their way
        </Button>
      )}
      {state === 'accepted' && returned.handover === 'pickup' && (
        <PickupStep returned={returned} onChange={onChange} onStale={onStale} onEdit={onEdit} />
      )}
      {canReceive && (
        <DrawerSection title="Receive the parcel">
          <ReceiveForm
            returned={returned}
            busy={busy}
            onEdit={onEdit}
            onReceive={(body) => step(() => callSignedIn('POST /returns/:id/receive', { params: { id }, body: { ...body, version } }))}
          />
        </DrawerSection>
      )}
      {state === 'received' &&
        (returned.exchange?.order ? (
          <p className="text-sm text-soft">The return is settled by itself when the new items are delivered.</p>
        ) : (
          <Needs
            right="money"
            otherwise={<p className="text-sm text-soft">It waits for an administrator with the right “Money”, who pays it back.</p>}
          >
            {returned.foundRefunds?.length ? <FoundRefundStep {...props} /> : <SettleStep {...props} />}
          </Needs>
        ))}
      <StatusMessage message={message} />
      {dialog}
    </div>
  )
}

/** Books the pick-up at the courier, or records which one picks the items up. Its outcome is shown beside it, not below the receipt. */
function PickupStep({ returned: { _id: id, version, pickup, canBookPickup }, onChange, onStale, onEdit }: ReturnStepsProps) {
  const { busy, message, run } = useAction(onStale)
  // Without a reference the courier's adapter books it.
  const book = (typed: { courier?: CourierKey; reference?: string }) =>
    run(
      () => callSignedIn('POST /returns/:id/book-pickup', { params: { id }, body: { ...typed, version } }, { timeout: bookingTimeoutMs }),
      (reply) => {
        reset()
        onChange(reply.return)
      },
    )
  const { field, save, reset, isDirty } = useSaveForm({ defaultValues: { courier: courierKeys[0] ?? 'other', reference: '' }, send: book })
  useStepEdits({ onEdit, step: 'pick-up', isEdited: isDirty })
  return (
    <DrawerSection title="Pick-up">
      <form noValidate aria-label="Pick-up" onSubmit={save} className="flex flex-col gap-4">
        {canBookPickup && (
          <>
            <Button variant="ink" className="self-start" aria-disabled={busy} onClick={() => book({})}>
              {pickup ? 'Book another pick-up' : 'Book the pick-up'}
            </Button>
            <p className="text-sm text-soft">
              {pickup ? 'The earlier one is not cancelled: do that on the page of your courier. ' : ''}Or enter what you have booked
              yourself:
            </p>
          </>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Courier" {...field('courier')} choices={courierChoices} />
          <TextField
            label="Reference of the pick-up"
            autoComplete="off"
            maxLength={returnLimits.pickupReferenceLength}
            {...field('reference', { validate: (text) => text.trim() !== '' || 'Reference is required.' })}
          />
        </div>
        <Button type="submit" className="self-start" aria-disabled={busy}>
          {pickup ? 'Replace the pick-up' : 'The pick-up is booked'}
        </Button>
      </form>
      <StatusMessage message={message} />
    </DrawerSection>
  )
}

/** Accepts a return, or declines it with a reason. */
function AnswerStep({ returned, ...step }: StepProps) {
  const { busy, onStep, onEdit } = step
  const { _id: id, version } = returned
  const [isDeclining, setDeclining] = useState(false)
  const { field, save, isDirty } = useSaveForm({
    defaultValues: { reason: '' },
    send: (body) => onStep(() => callSignedIn('POST /returns/:id/decline', { params: { id }, body: { ...body, version } })),
  })
  useStepEdits({ onEdit, step: 'reason', isEdited: isDirty })
  return (
    <div className="flex flex-col gap-4">
      {returned.soldOut && <SoldOutStep returned={returned} {...step} />}
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
        <form noValidate onSubmit={save} className="flex flex-col gap-3">
          <TextAreaField
            label="Why is it declined? The shopper reads this"
            rows={3}
            maxLength={returnLimits.declineReasonLength}
            {...field('reason', { validate: (text) => text.trim() !== '' || 'Reason is required.' })}
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
function SettleStep({ returned: { _id: id, version, amount, number }, onAsk }: StepProps) {
  const { refund, online, cash } = amount
  const parts = [
    online > 0 && `${formatRupees(online)} is refunded to the original payment method.`,
    cash > 0 && `${formatRupees(cash)} was paid in cash: transfer it to the shopper.`,
    refund === 0 && 'Nothing is paid back.',
  ]
  const settle = () =>
    onAsk(
      {
        title: 'Settle this return?',
        text: `Return ${number}: ${parts.filter(Boolean).join(' ')} This cannot be undone.`,
        action: refund > 0 ? 'Pay back' : 'Settle',
      },
      () => callSignedIn('POST /returns/:id/settle', { params: { id }, body: { refund, version } }),
    )
  return (
    <Button variant="ink" className="self-start" onClick={settle}>
      {refund > 0 ? `Pay back ${formatRupees(refund)}` : 'Settle without a refund'}
    </Button>
  )
}

type FoundRefund = NonNullable<AdminReturn['foundRefunds']>[number]

/** Asks what refunds were that the shop did not make, before it pays back anything itself. */
function FoundRefundStep({ returned: { _id: id, version, number, amount, foundRefunds = [] }, onAsk }: StepProps) {
  const answer = (refund: FoundRefund, said: 'this return' | 'something else') =>
    onAsk(
      said === 'this return'
        ? {
            title: 'Settle with this refund?',
            text: `Return ${number} is settled with the ${formatRupees(refund.amount)} that are refunded already. Nothing else is paid back. This cannot be undone.`,
            action: 'Settle with it',
          }
        : {
            title: 'Was it something else?',
            text: `${formatRupees(refund.amount)} were refunded for another reason, and return ${number} is still to be paid back. This cannot be undone.`,
            action: 'Something else',
          },
      () =>
        callSignedIn('POST /returns/:id/found-refunds/:refundId', {
          params: { id, refundId: refund._id },
          body: { answer: said, version },
        }),
    )
  return (
    <DrawerSection title="A refund that the shop did not make">
      <p className="max-w-prose text-sm">
        It was found at the payment provider, for example because it was made in its dashboard or a backup was restored. This return would
        pay back {formatRupees(amount.refund)}. Say first what the refund was, so that nothing is paid twice.
      </p>
      <ul className="flex flex-col gap-4">
        {foundRefunds.map((refund) => (
          <li key={refund._id} className="flex flex-wrap items-center gap-3">
            <span className="basis-full tabular-nums">
              <span className="font-semibold">{formatRupees(refund.amount)}</span>, seen {formatDateTime(refund.foundAt)}
            </span>
            <Button variant="ink" onClick={() => answer(refund, 'this return')}>
              It was the refund of this return
            </Button>
            <Button onClick={() => answer(refund, 'something else')}>It was something else</Button>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}
