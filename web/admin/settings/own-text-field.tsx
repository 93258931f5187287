import type { StoreConfig } from '../../api/load-context.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'

interface OwnTextFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** the text of the shop, which an empty field stands for */
  describeDefault: (config: StoreConfig) => string
  hasLines: boolean
  maxLength: number | undefined
  value: string
  onChange: (value: string) => void
}

/** A text of the owner in place of the usual one, which is shown while the field is empty. */
export function OwnTextField({ label, hint, error, describeDefault, hasLines, maxLength, value, onChange }: OwnTextFieldProps) {
  const usual = describeDefault(useStoreConfig())
  const props = {
    label,
    optional: true,
    autoComplete: 'off',
    maxLength,
    value,
    ...(hint ? { hint, placeholder: usual } : { hint: `Empty: ${usual}` }),
    ...(error && { error }),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className={`flex flex-col items-start gap-1.5 ${hasLines ? 'sm:col-span-2' : ''}`}>
      {hasLines ? <TextAreaField {...props} rows={8} className="w-full" /> : <TextField {...props} className="w-full" />}
      {value !== '' && (
        <Button variant="quiet" className="text-sm" onClick={() => onChange('')}>
          Reset to the default<span className="sr-only"> {label}</span>
        </Button>
      )}
    </div>
  )
}
