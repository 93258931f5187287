import { useState } from 'react'
import { deliveryLimits } from '#contract/delivery/delivery-limits.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { CodPersonEvent, CodRestriction } from '#contract/orders/cod-persons.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { FormDialog, parseNumber } from '../../kit/form-dialog.tsx'
import { formatDate, formatDateTime } from '../../kit/format-time.ts'
import { SmallButton } from '../../kit/small-button.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { describeCodRestriction } from '../../shared/describe-cod-restriction.ts'

interface CodSectionProps {
  /** of the customer */
  id: string
  /** null: nothing is set */
  restriction: CodRestriction | null
  /** the last changes, newest first */
  events: readonly CodPersonEvent[]
  /** what is set has changed, by this administrator or another one */
  onChanged: () => void
}

/** Whether a customer may pay on delivery. */
export function CodSection({ id, restriction, events, onChanged }: CodSectionProps) {
  const [isOpen, setOpen] = useState(false)
  const { busy, message, run } = useAction(onChanged)
  const allow = () =>
    run(() => callSignedIn('DELETE /customers/:id/cod', { params: { id }, query: { version: restriction?.version } }), onChanged)
  return (
    <DrawerSection title="Cash on delivery">
      {restriction === null ? (
        <p className="text-sm">As for everybody.</p>
      ) : (
        <p className="text-sm">
          <span className="font-medium text-bad">{describeCodRestriction(restriction)}</span>
          <span className="block text-soft">
            {['Set', formatDate(restriction.setAt), restriction.setBy && `by ${restriction.setBy}`].filter(Boolean).join(' ')}
          </span>
        </p>
      )}
      <StatusMessage message={message} />
      <div className="flex flex-wrap gap-3">
        <SmallButton onClick={() => setOpen(true)}>{restriction === null ? 'Limit cash on delivery' : 'Change'}</SmallButton>
        {restriction !== null && (
          <SmallButton aria-disabled={busy} onClick={allow}>
            Take cash again
          </SmallButton>
        )}
      </div>
      <CodHistory events={events} />
      {isOpen && (
        <CodDialog
          id={id}
          restriction={restriction}
          onStale={onChanged}
          onClose={() => setOpen(false)}
          onSaved={(reply) => {
            setOpen(false)
            onChanged()
            void run(async () => reply)
          }}
        />
      )}
    </DrawerSection>
  )
}

const eventNames: Record<CodPersonEvent['event'], string> = { limited: 'Limited', changed: 'Changed', allowed: 'Taken again' }

/** Who has changed what is set, newest first. */
function CodHistory({ events }: Pick<CodSectionProps, 'events'>) {
  if (events.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1.5 font-medium">Earlier changes</summary>
      <ol>
        {events.map(({ _id, event, before, after, happenedAt, by }) => (
          <li key={_id} className="border-line py-1.5 not-last:border-b">
            <p className="wrap-anywhere">
              <span className="font-semibold">{eventNames[event]}</span>{' '}
              {[before, after].flatMap((setting) => (setting ? [describeCodRestriction(setting)] : [])).join(' → ')}
            </p>
            <p className="text-soft">{[formatDateTime(happenedAt), by].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

interface CodDialogProps extends Pick<CodSectionProps, 'id' | 'restriction'> {
  onSaved: (reply: { message: string }) => void
  onStale: () => void
  onClose: () => void
}

function CodDialog({ id, restriction, onSaved, onStale, onClose }: CodDialogProps) {
  const [shownVersion] = useState(restriction === null ? null : restriction.version)
  const defaultValues: { cod: CodRestriction['cod']; advance: string; reason: string } = {
    cod: restriction?.cod ?? 'no',
    advance: String(restriction?.advance ?? ''),
    reason: restriction?.reason ?? '',
  }
  return (
    <FormDialog
      title="Limit cash on delivery"
      defaultValues={defaultValues}
      intro={
        <p className="text-soft">For the account and each phone of the orders. The shopper is asked to pay online, and sees no reason.</p>
      }
      send={async ({ advance, ...values }) => {
        const body = { ...values, advance: values.cod === 'advance' ? parseNumber(advance) : null, version: shownVersion }
        // The message is shown in the section.
        return { saved: await callSignedIn('PATCH /customers/:id/cod', { params: { id }, body }) }
      }}
      onSaved={({ saved }) => onSaved(saved)}
      onStale={onStale}
      onClose={onClose}
    >
      {({ field, values: { cod } }) => (
        <>
          <SelectField
            label="Cash on delivery"
            {...field('cod')}
            choices={[
              ['no', 'No cash on delivery'],
              ['advance', 'Advance only'],
            ]}
          />
          {cod === 'advance' && (
            <TextField
              label="Advance, in rupees"
              hint={`Such as ${formatRupees(100)}, paid online before the order.`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={10}
              {...field('advance')}
            />
          )}
          <TextField label="Reason" autoComplete="off" maxLength={deliveryLimits.reason} {...field('reason')} />
        </>
      )}
    </FormDialog>
  )
}
