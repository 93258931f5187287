import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { TextField } from '../../ui/field.tsx'

interface OverruleFieldProps {
  /** undefined: the return rules apply */
  reason: string | undefined
  error: string | undefined
  onChange: (reason: string | undefined) => void
}

/** Why an administrator accepts for a caller what the return rules of the items exclude. */
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
          hint="Stored with the return. The shopper does not see it."
          maxLength={returnLimits.overruleReasonLength}
          value={reason}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  )
}
