import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { offerLimits } from '#contract/kernel/limits/offer-limits.ts'
import { offerKinds } from '#contract/offers/offer-kinds.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { showFormError } from '../../kit/use-action.tsx'
import { kindNames } from './describe-offer.ts'
import { type OfferValues, toBody, toValues } from './offer-values.ts'
import { type ScopeChoices, ScopeFields } from './scope-fields.tsx'
import { TierFields } from './tier-fields.tsx'

interface OfferFormProps {
  /** undefined: a new one */
  offer: Offer | undefined
  choices: ScopeChoices
  onSaved: (reply: CallReply<'PATCH /offers/:id'>) => void
  onEdit: (isEdited: boolean) => void
  /** beside the button */
  children: ReactNode
}

/** Everything that an administrator can say about an offer. */
export function OfferForm({ offer, choices, onSaved, onEdit, children }: OfferFormProps) {
  const { register, control, handleSubmit, setError, setValue, clearErrors, formState } = useForm<OfferValues>({ values: toValues(offer) })
  const { errors, isSubmitting, isDirty } = formState
  const [kind, tiers, scope] = useWatch({ control, name: ['kind', 'tiers', 'scope'] })
  const search = useRef<HTMLInputElement>(null)
  const reportEdit = useEffectEvent(() => onEdit(isDirty))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each change of `isDirty`
  useEffect(() => reportEdit(), [isDirty])

  const save = async (values: OfferValues) => {
    const body = toBody(values)
    try {
      const saved = offer
        ? await callSignedIn('PATCH /offers/:id', { params: { id: offer._id }, body: { ...body, version: offer.version } })
        : await callSignedIn('POST /offers', { body })
      onEdit(false)
      onSaved(saved)
    } catch (failure) {
      showFormError({ failure, setError })
      // The first field of the form is the last one of the reply.
      if (failure instanceof ApiError && Object.keys(failure.fields).at(-1) === 'scope') search.current?.focus()
    }
  }
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const
  const isAutomatic = kind === 'quantity' || kind === 'pay_online'
  const hasPercent = kind === 'percent' || kind === 'pay_online'
  const hasAmount = kind === 'amount' || kind === 'pay_online'
  return (
    <form
      noValidate
      aria-busy={isSubmitting}
      onSubmit={isSubmitting ? (event) => event.preventDefault() : handleSubmit(save)}
      className="grid gap-x-6 gap-y-5 sm:grid-cols-2"
    >
      <TextField
        label="Title"
        hint="Without a code, carts and orders name the discount by it"
        autoComplete="off"
        maxLength={offerLimits.titleLength}
        error={errors.title?.message}
        {...register('title')}
      />
      <SelectField label="Kind" {...register('kind', { onChange: () => clearErrors() })}>
        {offerKinds.map((each) => (
          <option key={each} value={each}>
            {kindNames[each]}
          </option>
        ))}
      </SelectField>
      {!isAutomatic && (
        <TextField
          label="Code"
          optional
          hint="Empty: it applies by itself"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={offerLimits.typedCodeLength}
          error={errors.code?.message}
          {...register('code')}
        />
      )}
      {hasPercent && (
        <TextField
          label="Percent"
          {...number}
          hint={kind === 'pay_online' ? 'Or an amount' : `1 to ${offerLimits.maxPercent}`}
          error={errors.percent?.message}
          {...register('percent')}
        />
      )}
      {hasAmount && <TextField label="Amount in rupees" {...number} error={errors.amount?.message} {...register('amount')} />}
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
      {kind !== 'amount' && (
        <TextField label="Largest discount in rupees" optional {...number} error={errors.most?.message} {...register('most')} />
      )}
      <TextField label="Smallest total in rupees" optional {...number} error={errors.least?.message} {...register('least')} />
      <div className="sm:col-span-2">
        <ScopeFields
          scope={scope}
          choices={choices}
          error={errors.scope?.message}
          searchRef={search}
          onChange={(changed) => {
            setValue('scope', changed, { shouldDirty: true })
            clearErrors('scope')
          }}
        />
      </div>
      <TextField
        label="Starts"
        optional
        type="datetime-local"
        hint="Indian time; empty: at once"
        error={errors.from?.message}
        {...register('from')}
      />
      <TextField
        label="Ends"
        optional
        type="datetime-local"
        hint="Indian time; empty: when you end it"
        error={errors.to?.message}
        {...register('to')}
      />
      <TextField label="Uses in all" optional {...number} error={errors.limitTotal?.message} {...register('limitTotal')} />
      {!isAutomatic && (
        <>
          <TextField
            label="Uses of one person"
            optional
            {...number}
            hint="An account, or a guest's phone number"
            error={errors.limitPerson?.message}
            {...register('limitPerson')}
          />
          <div className="sm:col-span-2">
            <Checkbox {...register('firstOrder')}>Only for a person's first order</Checkbox>
            {errors.firstOrder && <p className="text-sm font-medium text-bad">{errors.firstOrder.message}</p>}
          </div>
        </>
      )}
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" variant="primary" aria-disabled={isSubmitting} className="min-w-32">
          {isSubmitting ? 'Saving…' : offer ? 'Save' : 'Add offer'}
        </Button>
        {children}
        {errors.root && (
          <p role="alert" className="font-medium text-bad">
            {errors.root.message}
          </p>
        )}
      </div>
    </form>
  )
}
