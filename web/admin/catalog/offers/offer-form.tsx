import { type ReactNode, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { CallReply } from '#contract/contract.ts'
import { isAlwaysAutomatic, offerKinds } from '#contract/offers/offer-kinds.ts'
import type { Offer } from '#contract/offers/offer-schemas.ts'
import { offersCalls } from '#contract/offers/offers.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { SaveForm, useSaveForm } from '../../kit/save-form.tsx'
import { kindNames } from './describe-offer.ts'
import { type OfferValues, toBody, toValues } from './offer-values.ts'
import { type ScopeChoices, ScopeFields } from './scope-fields.tsx'
import { ValueFields } from './value-fields.tsx'

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
  const search = useRef<HTMLInputElement>(null)
  const form = useSaveForm<OfferValues, CallReply<'PATCH /offers/:id'>>({
    values: toValues(offer),
    body: offersCalls.createOffer.body,
    send: (values) =>
      offer
        ? callSignedIn('PATCH /offers/:id', { params: { id: offer._id }, body: { ...toBody(values), version: offer.version } })
        : callSignedIn('POST /offers', { body: toBody(values) }),
    onSaved,
    onEdit,
    // The first field of the form is the last one of the reply.
    onRefused: (names) => names.at(-1) === 'scope' && search.current?.focus(),
  })
  const { control, field, setValue, clearErrors } = form
  const { errors } = form.formState
  const [kind, code, scope] = useWatch({ control, name: ['kind', 'code', 'scope'] })
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 12 } as const
  const isAutomatic = isAlwaysAutomatic(kind)
  return (
    <SaveForm form={form} submitLabel={offer ? 'Save' : 'Add offer'} aside={children}>
      <TextField label="Title" hint="Without a code, carts and orders name the discount by it" autoComplete="off" {...field('title')} />
      <SelectField
        label="Kind"
        {...field('kind', { onChange: () => clearErrors() })}
        choices={offerKinds.map((each) => [each, kindNames[each]] as const)}
      />
      {!isAutomatic && (
        <TextField
          label="Code"
          optional
          hint="Empty: it applies by itself"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
      )}
      {!isAutomatic && code.trim() !== '' && (
        <>
          <div className="sm:col-span-2">
            <Checkbox {...form.register('isPublic')}>Show this offer to shoppers, on lists and products</Checkbox>
          </div>
          <TextField
            label="Commission in %"
            optional
            hint="Of who spreads the code, in the figures of codes"
            {...number}
            {...field('commissionPercent')}
          />
        </>
      )}
      <ValueFields form={form} />
      <TextField
        label="Smallest total in rupees"
        optional={kind !== 'free_gift'}
        {...(kind === 'free_gift' && { hint: 'Without the gift' })}
        {...number}
        {...field('least')}
      />
      {kind !== 'free_gift' && (
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
      )}
      <TextField label="Starts" optional type="datetime-local" hint="Indian time; empty: at once" {...field('from')} />
      <TextField label="Ends" optional type="datetime-local" hint="Indian time; empty: when you end it" {...field('to')} />
      <TextField label="Uses in all" optional {...number} {...field('limitTotal')} />
      {!isAutomatic && (
        <>
          <TextField
            label="Uses of one person"
            optional
            {...number}
            hint="An account, or a guest's phone number"
            {...field('limitPerson')}
          />
          <div className="sm:col-span-2">
            <Checkbox {...form.register('firstOrder')}>Only for a person's first order</Checkbox>
            {errors.firstOrder && <p className="text-sm font-medium text-bad">{errors.firstOrder.message}</p>}
          </div>
        </>
      )}
    </SaveForm>
  )
}
