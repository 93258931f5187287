import type { ClipboardEvent } from 'react'
import type { FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/address.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { indianStates } from './indian-states.ts'
import { normalizePhone, normalizePinCode } from './normalize-digits.ts'

export interface DeliveryFieldsProps {
  register: UseFormRegister<DeliveryAddress>
  setValue: UseFormSetValue<DeliveryAddress>
  errors: FieldErrors<DeliveryAddress>
  /** fields that may be empty */
  optional?: readonly (keyof DeliveryAddress)[]
}

/** The fields of a delivery address. */
export function DeliveryFields({ register, setValue, errors, optional = ['landmark'] }: DeliveryFieldsProps) {
  /** Normalizes a number on blur and on paste, but not while it is typed. */
  const registerNumber = (name: 'phone' | 'pinCode', normalize: (text: string) => string) => {
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
      <TextField
        {...register('firstName')}
        label="First name"
        autoComplete="given-name"
        error={errors.firstName?.message}
        className="col-span-3 max-[23rem]:col-span-6"
      />
      <TextField
        {...register('lastName')}
        label="Last name"
        optional={optional.includes('lastName')}
        autoComplete="family-name"
        error={errors.lastName?.message}
        className="col-span-3 max-[23rem]:col-span-6"
      />
      <TextField
        {...registerNumber('phone', normalizePhone)}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        hint="10 digits, for the courier"
        error={errors.phone?.message}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        {...register('email')}
        label="Email"
        optional={optional.includes('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="For the order confirmation"
        error={errors.email?.message}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        {...register('address')}
        label="Address"
        autoComplete="street-address"
        hint="House, street, area"
        error={errors.address?.message}
        className="col-span-6"
      />
      <TextField
        {...register('landmark')}
        label="Landmark"
        optional={optional.includes('landmark')}
        autoComplete="off"
        error={errors.landmark?.message}
        className="col-span-6"
      />
      <TextField
        {...registerNumber('pinCode', normalizePinCode)}
        label="PIN code"
        optional={optional.includes('pinCode')}
        inputMode="numeric"
        autoComplete="postal-code"
        error={errors.pinCode?.message}
        className="col-span-3 max-[23rem]:col-span-6 sm:col-span-2"
      />
      <TextField
        {...register('city')}
        label="City"
        autoComplete="address-level2"
        error={errors.city?.message}
        className="col-span-3 max-[23rem]:col-span-6 sm:col-span-4"
      />
      <SelectField {...register('state')} label="State" autoComplete="address-level1" error={errors.state?.message} className="col-span-6">
        <option value="">Choose a state</option>
        {indianStates.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </SelectField>
    </div>
  )
}
