import { useState } from 'react'
import { formatRupees } from '#contract/kernel/money.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import type { StepProps } from './step-props.ts'

type Said = 'this return' | 'something else'

/** Asks what refunds were that the shop did not make, before it pays back anything itself. */
export function FoundRefundStep({ returned, busy, onStep }: StepProps) {
  const { _id: id, version, number, amount, foundRefunds = [] } = returned
  const [asked, setAsked] = useState<{ refund: (typeof foundRefunds)[number]; answer: Said }>()
  const save = async () => {
    if (!asked) return
    const input = { params: { id, refundId: asked.refund._id }, body: { answer: asked.answer, version } }
    await onStep(() => callSignedIn('POST /returns/:id/found-refunds/:refundId', input))
    setAsked(undefined)
  }
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
            <Button variant="ink" onClick={() => setAsked({ refund, answer: 'this return' })}>
              It was the refund of this return
            </Button>
            <Button onClick={() => setAsked({ refund, answer: 'something else' })}>It was something else</Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={asked.answer === 'this return' ? 'Settle with this refund?' : 'Was it something else?'}
          text={
            asked.answer === 'this return'
              ? `Return ${number} is settled with the ${formatRupees(asked.refund.amount)} that are refunded already. Nothing else is paid back. This cannot be undone.`
              : `${formatRupees(asked.refund.amount)} were refunded for another reason, and return ${number} is still to be paid back. This cannot be undone.`
          }
          action={asked.answer === 'this return' ? 'Settle with it' : 'Something else'}
          busy={busy}
          onConfirm={save}
          onClose={() => setAsked(undefined)}
        />
      )}
    </DrawerSection>
  )
}
