import { useState } from 'react'
import type { CourierKey } from '#contract/shipping/couriers.ts'
import { type RemittanceField, remittanceLimits, severalCouriers } from '#contract/shipping/remittance-fields.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Section } from '../../kit/section.tsx'
import { courierChoices } from '../shared/courier-choices.ts'
import { PasteField } from '../shipping/paste-field.tsx'
import { describePasteError } from '../shipping/use-shipment-lines.ts'
import { type CheckedRemittance, RemittanceResult } from './remittance-result.tsx'

const emptyList = { courier: 'delhivery' as CourierKey | typeof severalCouriers, text: '', utr: '', bankAmount: '' }

/** Enters what a courier has paid from its list: first a check, which records nothing. */
export function RemittanceForm({ onRecorded }: { onRecorded: () => void }) {
  const [list, setList] = useState(emptyList)
  const [columns, setColumns] = useState<(RemittanceField | null)[]>()
  const [busy, setBusy] = useState<'checking' | 'recording'>()
  const [checked, setChecked] = useState<CheckedRemittance>()
  const [failure, setFailure] = useState<unknown>()

  const change = (values: Partial<typeof emptyList>) => {
    setList((current) => ({ ...current, ...values }))
    // Another text has other columns.
    if (values.text !== undefined) setColumns(undefined)
    setChecked(undefined)
    setFailure(undefined)
  }
  const send = async (name: 'checking' | 'recording', chosen = columns) => {
    if (busy) return
    setBusy(name)
    setFailure(undefined)
    setColumns(chosen)
    const body = { ...list, ...(chosen && { columns: chosen }) }
    try {
      setChecked(await callSignedIn(name === 'checking' ? 'POST /remittances/check' : 'POST /remittances', { body }))
      if (name === 'recording') onRecorded()
    } catch (error) {
      setFailure(error)
    }
    setBusy(undefined)
  }

  const fieldErrors = failure instanceof ApiError ? failure.fields : {}
  const isFieldError = fieldErrors.utr !== undefined || fieldErrors.bankAmount !== undefined
  return (
    <Section title="Enter a payment" className="gap-4">
      <form
        className="flex max-w-4xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send('checking')
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <SelectField
            label="Courier"
            value={list.courier}
            onChange={(event) => change({ courier: event.currentTarget.value as typeof list.courier })}
            choices={[...courierChoices, [severalCouriers, 'Several, such as Shiprocket'] as const]}
          />
          <TextField
            label="Bank amount (₹)"
            optional
            inputMode="decimal"
            autoComplete="off"
            value={list.bankAmount}
            {...(fieldErrors.bankAmount && { error: fieldErrors.bankAmount })}
            onChange={(event) => change({ bankAmount: event.currentTarget.value })}
          />
          <TextField
            label="UTR"
            optional
            autoComplete="off"
            maxLength={remittanceLimits.utrLength}
            value={list.utr}
            {...(fieldErrors.utr && { error: fieldErrors.utr })}
            onChange={(event) => change({ utr: event.currentTarget.value })}
          />
        </div>
        <PasteField
          label="Lines of the payment"
          hint="The courier's file with the names of its columns. Without names: tracking number, amount and, if you like, reference and date"
          placeholder={'AWB Code, Remitted Amount, UTR\n1490812345678, ₹799.00, UTR 4471\n1490812345679, "₹1,299.00", UTR 4471'}
          text={list.text}
          error={failure === undefined || isFieldError ? undefined : describePasteError(failure)}
          maxLength={remittanceLimits.characters}
          onChange={(text) => change({ text })}
        />
        <Button type="submit" variant={checked ? 'outline' : 'ink'} className="self-start" aria-disabled={busy !== undefined}>
          {busy === 'checking' ? 'Checking…' : 'Check the payment'}
        </Button>
      </form>
      {checked && (
        <RemittanceResult
          checked={checked}
          paysSeveral={list.courier === severalCouriers}
          utr={list.utr.trim()}
          busy={busy}
          onChooseColumns={(chosen) => send('checking', chosen)}
          onRecord={() => send('recording')}
        />
      )}
    </Section>
  )
}
