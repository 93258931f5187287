import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { hasOfferValue } from '#contract/offers/offer-kinds.ts'
import { TextField } from '../../../ui/field.tsx'
import type { SaveFormState } from '../../kit/save-form.tsx'
import { ProductPicker } from '../../shared/product-picker.tsx'
import type { OfferValues } from './offer-values.ts'
import { TierFields } from './tier-fields.tsx'

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
