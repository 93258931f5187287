import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { hasOfferValue } from '#contract/offers/offer-kinds.ts'
import { TextField } from '../../../ui/field.tsx'
import type { SaveFormState } from '../../kit/save-form.tsx'
import { SmallButton } from '../../kit/small-button.tsx'
import { ProductPicker } from '../../shared/product-picker.tsx'
import type { OfferValues } from './offer-values.ts'

const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const

interface ValueFieldsProps {
  form: SaveFormState<OfferValues>
}

/** What an offer gives. The fields depend on its kind. */
export function ValueFields({ form }: ValueFieldsProps) {
  const { control, field, setValue, clearErrors } = form
  const { errors } = form.formState
  const [kind, tiers] = useWatch({ control, name: ['kind', 'tiers'] })
  return (
    <>
      {hasOfferValue(kind, 'percent') && (
        <TextField
          label="Percent"
          {...number}
          hint={kind === 'pay_online' ? 'Or an amount' : `1 to ${offerLimits.maxPercent}`}
          {...field('percent')}
        />
      )}
      {hasOfferValue(kind, 'amount') && <TextField label="Amount in rupees" {...number} {...field('amount')} />}
      {kind === 'quantity' && (
        <div className="sm:col-span-2">
          <TierFields
            tiers={tiers}
            error={errors.tiers?.message}
            onChange={(changed) => {
              setValue('tiers', changed, { shouldDirty: true })
              clearErrors('tiers')
            }}
          />
        </div>
      )}
      {kind === 'fixed_price' && (
        <>
          <TextField label="Items" {...number} hint="The most expensive ones count first" {...field('buyItems')} />
          <TextField label="Price of these items together in rupees" {...number} {...field('setPrice')} />
        </>
      )}
      {kind === 'buy_x_get_y' && (
        <>
          <TextField label="Items to buy" {...number} {...field('buyItems')} />
          <TextField label="Items that cost less" {...number} hint="The cheapest ones of each set" {...field('getItems')} />
          <TextField label="Percent less" {...number} hint="100: they are free" {...field('getPercent')} />
        </>
      )}
      {kind === 'free_gift' && <GiftFields form={form} />}
      {hasOfferValue(kind, 'most') && <TextField label="Largest discount in rupees" optional {...number} {...field('most')} />}
    </>
  )
}

/** The product that is free once a shopper has added it. */
function GiftFields({ form }: ValueFieldsProps) {
  const search = useRef<HTMLInputElement>(null)
  const { control, field, setValue, clearErrors } = form
  const { errors } = form.formState
  const gift = useWatch({ control, name: 'gift' })
  return (
    <>
      <div className="sm:col-span-2">
        <ProductPicker
          label="Gift"
          products={gift.products}
          max={1}
          error={errors.gift?.message}
          searchRef={search}
          onChange={(products) => {
            setValue('gift.products', [...products], { shouldDirty: true })
            clearErrors('gift')
          }}
        />
      </div>
      <TextField label="Size of the gift" optional hint="Empty: any size" autoComplete="off" {...field('gift.size')} />
    </>
  )
}

type Tiers = OfferValues['tiers']

interface TierFieldsProps {
  tiers: Tiers
  error: string | undefined
  onChange: (tiers: Tiers) => void
}

/** From how many items which percentage is taken off. */
function TierFields({ tiers, error, onChange }: TierFieldsProps) {
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
