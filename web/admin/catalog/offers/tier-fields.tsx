import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { TextField } from '../../../ui/field.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import type { OfferValues } from './offer-values.ts'

type Tiers = OfferValues['tiers']

interface TierFieldsProps {
  tiers: Tiers
  error: string | undefined
  onChange: (tiers: Tiers) => void
}

/** From how many items which percentage is taken off. */
export function TierFields({ tiers, error, onChange }: TierFieldsProps) {
  const rows = tiers.length === 0 ? [{ items: '', percent: '' }] : tiers
  const change = (index: number, edit: Partial<Tiers[number]>) =>
    onChange(rows.map((row, position) => (position === index ? { ...row, ...edit } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">Steps</legend>
      <ol className="flex flex-col gap-3">
        {rows.map(({ items, percent }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name than its place
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <TextField
              label={`Items of step ${index + 1}`}
              inputMode="numeric"
              autoComplete="off"
              value={items}
              onChange={({ target }) => change(index, { items: target.value })}
            />
            <TextField
              label={`Percent of step ${index + 1}`}
              inputMode="numeric"
              autoComplete="off"
              value={percent}
              onChange={({ target }) => change(index, { percent: target.value })}
            />
            <SmallButton
              aria-label={`Remove step ${index + 1}`}
              disabled={rows.length === 1}
              className="min-h-12 sm:min-h-12 disabled:opacity-50"
              onClick={() => onChange(rows.filter((_row, position) => position !== index))}
            >
              Remove
            </SmallButton>
          </li>
        ))}
      </ol>
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
      <SmallButton
        disabled={rows.length >= offerLimits.tiers}
        className="self-start"
        onClick={() => onChange([...rows, { items: '', percent: '' }])}
      >
        Add a step
      </SmallButton>
    </fieldset>
  )
}
