import type { ClipboardEvent } from 'react'
import type { FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/address.ts'
import { SelectField, TextField, type TextFieldProps } from '../ui/field.tsx'
import { indianStates } from './indian-states.ts'
import { normalizePhone, normalizePinCode } from './normalize-digits.ts'

export interface DeliveryFieldsProps {
  register: UseFormRegister<DeliveryAddress>
  setValue: UseFormSetValue<DeliveryAddress>
  errors: FieldErrors<DeliveryAddress>
  /** fields that may be empty */
  optional?: readonly (keyof DeliveryAddress)[]
}

const full = 'col-span-6'
const half = 'col-span-3 max-[23rem]:col-span-6'

type AddressField = { readonly name: keyof DeliveryAddress } & Pick<
  TextFieldProps,
  'label' | 'hint' | 'type' | 'inputMode' | 'autoComplete' | 'className'
>

const textFields: readonly AddressField[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', className: half },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', className: half },
  {
    name: 'phone',
    label: 'Phone',
    hint: '10 digits, for the courier',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel-national',
    className: `${full} sm:col-span-3`,
  },
  {
    name: 'email',
    label: 'Email',
    hint: 'For the order confirmation',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    className: `${full} sm:col-span-3`,
  },
  { name: 'address', label: 'Address', hint: 'House, street, area', autoComplete: 'street-address', className: full },
  { name: 'landmark', label: 'Landmark', autoComplete: 'off', className: full },
  { name: 'pinCode', label: 'PIN code', inputMode: 'numeric', autoComplete: 'postal-code', className: `${half} sm:col-span-2` },
  { name: 'city', label: 'City', autoComplete: 'address-level2', className: `${half} sm:col-span-4` },
]

const normalizers: Partial<Record<keyof DeliveryAddress, (text: string) => string>> = {
  phone: normalizePhone,
  pinCode: normalizePinCode,
}

/** The fields of a delivery address. */
export function DeliveryFields({ register, setValue, errors, optional = ['landmark'] }: DeliveryFieldsProps) {
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
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      {textFields.map(({ name, ...field }) => (
        <TextField key={name} {...registerField(name)} {...field} optional={optional.includes(name)} error={errors[name]?.message} />
      ))}
      <SelectField {...register('state')} label="State" autoComplete="address-level1" error={errors.state?.message} className={full}>
        <option value="">Choose a state</option>
        {indianStates.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </SelectField>
    </div>
  )
}
