import { type FormEvent, type ReactNode, useState } from 'react'
import { type SaleReturnRule, saleReturnRules } from '#contract/catalog/return-rules.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { toIso } from '../kit/format-time.ts'
import { ReturnRuleOptions } from '../shared/return-rule-options.tsx'
import { TaxWarning } from '../shared/tax-warning.tsx'

export interface SaleValues {
  readonly percent: number
  readonly startsAt?: string
  readonly endsAt: string
  readonly returnRule?: SaleReturnRule
}

/** Undefined for a text that is not a whole number within the limits. */
export function parsePercent({ text, min, max }: { text: string; min: number; max: number }): number | undefined {
  const number = Number(text.replace('−', '-').replace('%', '').trim() || Number.NaN)
  return Number.isInteger(number) && number >= min && number <= max && number !== 0 ? number : undefined
}

interface PanelFormProps {
  label: string
  action: string
  busy?: boolean
  onSubmit: () => void
  children: ReactNode
}

/** A small form below the buttons that open it. */
export function PanelForm({ label, action, busy = false, onSubmit, children }: PanelFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="flex w-full flex-wrap items-start gap-x-4 gap-y-3 border-t border-line pt-3"
    >
      {children}
      <Button type="submit" variant="ink" aria-disabled={busy} className="self-end">
        {action}
      </Button>
    </form>
  )
}

interface SaleFormProps {
  busy: boolean
  onSubmit: (sale: SaleValues) => void
  /** why tax rates are in doubt at these prices, a sentence for each product */
  describeProblems?: (percent: number) => readonly string[]
}

/** How much a sale lowers prices, and for how long. */
export function SaleForm({ busy, onSubmit, describeProblems }: SaleFormProps) {
  const [values, setValues] = useState({ percent: '10', startsAt: '', endsAt: '', returnRule: '' })
  const [errors, setErrors] = useState<{ percent?: string; endsAt?: string }>({})
  const bind = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues((before) => ({ ...before, [name]: target.value })),
  })
  const percent = parsePercent({ text: values.percent, min: 1, max: 90 })
  const problems = percent === undefined ? [] : (describeProblems?.(percent) ?? [])
  const submit = () => {
    setErrors({
      ...(percent === undefined && { percent: 'Enter a whole number from 1 to 90.' }),
      ...(values.endsAt === '' && { endsAt: 'Enter a date and a time.' }),
    })
    if (percent === undefined || values.endsAt === '') return
    const { startsAt, endsAt, returnRule } = values
    onSubmit({
      percent,
      ...(startsAt && { startsAt: toIso(startsAt) }),
      endsAt: toIso(endsAt),
      ...(returnRule && { returnRule: returnRule as SaleReturnRule }),
    })
  }
  return (
    <PanelForm label="Start a sale" action="Start the sale" busy={busy} onSubmit={submit}>
      <TextField
        label="Per cent off"
        hint="To whole rupees"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...(errors.percent && { error: errors.percent })}
        {...bind('percent')}
        className="w-full sm:w-36"
      />
      <TextField
        label="Starts"
        optional
        type="datetime-local"
        hint="Indian time; empty: at once"
        {...bind('startsAt')}
        className="w-full sm:w-56"
      />
      <TextField
        label="Ends"
        type="datetime-local"
        hint="Indian time; then the prices come back"
        {...(errors.endsAt && { error: errors.endsAt })}
        {...bind('endsAt')}
        className="w-full sm:w-60"
      />
      <SelectField label="Returns" optional hint="Of what is bought in the sale" {...bind('returnRule')} className="w-full sm:w-60">
        <ReturnRuleOptions rules={saleReturnRules} none="As without the sale" />
      </SelectField>
      {problems.slice(0, 5).map((text) => (
        <TaxWarning key={text} text={text} className="w-full" />
      ))}
      {problems.length > 5 && <TaxWarning text={`${problems.length - 5} more products.`} className="w-full" />}
    </PanelForm>
  )
}
