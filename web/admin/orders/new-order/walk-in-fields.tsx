import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { walkInCustomer } from '#contract/orders/phone-orders.ts'
import { TextField, type TextFieldProps } from '../../../ui/field.tsx'
import type { Sale } from './sale.ts'

type Buyer = Sale['buyer']

const fields: readonly (TextFieldProps & { readonly name: keyof Buyer })[] = [
  { name: 'name', label: 'Name', hint: `Without it: ${walkInCustomer}`, maxLength: 60, className: 'sm:col-span-2' },
  { name: 'phone', label: 'Phone', hint: '10 digits', type: 'tel' },
  { name: 'email', label: 'Email', hint: 'For the receipt', type: 'email', maxLength: 254 },
  { name: 'gstin', label: 'GSTIN', hint: 'Of a business that buys', maxLength: 40 },
  { name: 'businessName', label: 'Business name', maxLength: 120 },
]

interface WalkInFieldsProps {
  buyer: Buyer
  /** by the path of the request */
  errors: Readonly<Record<string, string>>
  onChange: (buyer: Buyer) => void
}

/** Who takes the items away. Nothing is needed. */
export const WalkInFields = ({ buyer, errors, onChange }: WalkInFieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    {fields.map(({ name, ...field }) => (
      <TextField
        key={name}
        {...field}
        name={`buyer.${name}`}
        optional
        autoComplete="off"
        error={errors[`buyer.${name}`]}
        value={buyer[name]}
        onChange={(event) => onChange({ ...buyer, [name]: event.currentTarget.value })}
        onBlur={name === 'phone' ? () => onChange({ ...buyer, phone: normalizePhone(buyer.phone) }) : undefined}
      />
    ))}
  </div>
)
