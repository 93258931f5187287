import { useWatch } from 'react-hook-form'
import type { BookAddress } from '#contract/accounts/address-book.ts'
import { addressFields, parseAddress } from '../orders/shared/address-fields.ts'
import type { AddressForm } from '../orders/shared/address-form.ts'
import { SelectField } from '../ui/field.tsx'

interface AddressChoiceProps {
  form: AddressForm
  addresses: readonly BookAddress[]
}

/** Fills the form with an address of the shopper's address book. The fields can still be changed for this order. */
export function AddressChoice({ form, addresses }: AddressChoiceProps) {
  const values = useWatch({ control: form.control })
  const stored = addresses.map(({ _id, address }) => ({ _id, address: parseAddress(address) }))
  const chosen = stored.find(({ address }) => addressFields.every((name) => address[name] === (values[name] ?? '')))
  return (
    <SelectField
      label="Deliver to"
      value={chosen?._id ?? ''}
      onChange={({ target }) => form.fill(stored.find(({ _id }) => _id === target.value)?.address ?? parseAddress({}))}
    >
      {stored.map(({ _id, address: { firstName, lastName, address, city, pinCode } }) => (
        <option key={_id} value={_id}>
          {`${firstName} ${lastName}`.trim()}, {address}, {city} {pinCode}
        </option>
      ))}
      <option value="">Another address</option>
    </SelectField>
  )
}
