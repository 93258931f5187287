import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { type Handover, handovers } from '#contract/orders/return-states.ts'
import { SelectField, TextField } from '../../ui/field.tsx'

// What only an administrator fills in, for a customer who has called.

const handoverChoices: Readonly<Record<Handover, string>> = {
  pickup: 'Accept it: our courier picks the items up',
  send: 'Accept it: the customer brings or sends the items',
}

interface HandoverFieldProps {
  /** undefined: the return waits for an answer */
  handover: Handover | undefined
  onChange: (handover: Handover | undefined) => void
}

/** Whether a return is accepted at once, and how its items come back. */
export function HandoverField({ handover, onChange }: HandoverFieldProps) {
  return (
    <SelectField
      label="What happens next?"
      hint="The customer gets the usual email."
      value={handover ?? ''}
      onChange={({ currentTarget }) => onChange(handovers.find((each) => each === currentTarget.value))}
      choices={handovers.map((each) => [each, handoverChoices[each]] as const)}
    >
      <option value="">Decide later, under Returns</option>
    </SelectField>
  )
}

interface OverruleFieldProps {
  /** undefined: the return rules apply */
  reason: string | undefined
  error: string | undefined
  onChange: (reason: string | undefined) => void
}

/** Why an administrator accepts what the return rules of the items exclude. */
export function OverruleField({ reason, error, onChange }: OverruleFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={reason !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? '' : undefined)}
          className="size-6 shrink-0 accent-ink"
        />
        Accept what the return rules exclude
      </label>
      {reason !== undefined && (
        <TextField
          label="Why do you accept it?"
          name="overruleReason"
          hint="Stored with the return. The customer does not see it."
          maxLength={returnLimits.overruleReasonLength}
          value={reason}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  )
}
