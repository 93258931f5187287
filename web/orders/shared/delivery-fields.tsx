import type { ClipboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { normalizePhone, normalizePinCode } from '#contract/kernel/typed-numbers.ts'
import { indianStates } from '#contract/tax/states.ts'
import { SelectField, TextField, type TextFieldProps } from '../../ui/field.tsx'
import { BusinessFields } from './business-fields.tsx'
import type { PinCodeHint } from './use-pin-code-hint.ts'

const full = 'col-span-6'
const wide = 'col-span-6 sm:col-span-3'
const half = 'col-span-3 max-[23rem]:col-span-6'

const textFields: readonly (TextFieldProps & { readonly name: keyof DeliveryAddress })[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', className: half },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', className: half },
  { name: 'phone', label: 'Phone', hint: '10 digits, for the courier', type: 'tel', autoComplete: 'tel-national', className: wide },
  { name: 'email', label: 'Email', hint: 'For the order confirmation', type: 'email', autoComplete: 'email', className: wide },
  {
    name: 'pinCode',
    label: 'PIN code',
    hint: '6 digits',
    inputMode: 'numeric',
    autoComplete: 'postal-code',
    // A long district stays on one line, so that the layout does not move.
    className: `${half} sm:col-span-2 [&>.text-soft]:truncate`,
  },
  { name: 'city', label: 'City', autoComplete: 'address-level2', className: `${half} sm:col-span-4` },
]

/** Below the PIN code, which fills city and state. */
const streetFields: typeof textFields = [
  { name: 'address', label: 'Address', hint: 'House, street, area', autoComplete: 'street-address', className: full },
  { name: 'landmark', label: 'Landmark', autoComplete: 'off', className: full },
]

const normalizers: Partial<Record<keyof DeliveryAddress, (text: string) => string>> = {
  phone: normalizePhone,
  pinCode: normalizePinCode,
}

export interface DeliveryFieldsProps {
  form: UseFormReturn<DeliveryAddress>
  /** what is known about the PIN code of the form */
  pinCodeHint: PinCodeHint
  /** fields that may be empty */
  optional?: readonly (keyof DeliveryAddress)[] | undefined
}

/** The fields of an address. */
export function DeliveryFields({ form, pinCodeHint: { district, isUnknown, answer }, optional = ['landmark'] }: DeliveryFieldsProps) {
  const { register, setValue } = form
  const { errors } = form.formState
  const registerField = (name: keyof DeliveryAddress) => {
    const normalize = normalizers[name]
    if (!normalize) return register(name)
    // Numbers are normalized on blur and on paste, but not while they are typed.
    const put = (text: string) => setValue(name, normalize(text), { shouldValidate: errors[name] !== undefined, shouldDirty: true })
    return {
      ...register(name, { onBlur: (event: { target: { value: string } }) => put(event.target.value) }),
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
        event.preventDefault()
        const input = event.currentTarget
        const pasted = event.clipboardData.getData('text').trim()
        input.setRangeText(pasted, input.selectionStart ?? 0, input.selectionEnd ?? input.value.length, 'end')
        put(input.value)
      },
    }
  }
  const renderField = (field: (typeof textFields)[number]) => (
    <TextField
      key={field.name}
      {...field}
      {...(field.name === 'pinCode' && district && { hint: district })}
      {...registerField(field.name)}
      optional={optional.includes(field.name)}
      error={errors[field.name]?.message}
    />
  )
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      {textFields.map(renderField)}
      <p role="status" className="col-span-6 -mt-2 text-sm font-medium text-indigo empty:hidden">
        {answer?.deliver === false ? 'We do not deliver to this PIN code yet.' : isUnknown && screenTexts.unknownPinCode}
      </p>
      <SelectField {...register('state')} label="State" autoComplete="address-level1" error={errors.state?.message} className={full}>
        <option value="">Choose a state</option>
        {indianStates.map(({ code, name }) => (
          <option key={code}>{name}</option>
        ))}
      </SelectField>
      {streetFields.map(renderField)}
      <BusinessFields form={form} />
    </div>
  )
}
