import { discountReasonLength } from '#contract/orders/phone-orders.ts'
import { TextField } from '../../../ui/field.tsx'
import type { TypedDiscount } from './place-phone-order.ts'

export const noDiscount: TypedDiscount = { amount: '', reason: '' }

/** A stored draft, which may be anything. */
export function parseDiscount(stored: unknown): TypedDiscount {
  const { amount, reason } = (stored ?? {}) as Partial<Record<keyof TypedDiscount, unknown>>
  return { amount: typeof amount === 'string' ? amount : '', reason: typeof reason === 'string' ? reason : '' }
}

/** The errors of a reply at `discount`, `discount.amount` and `discount.reason`. */
export function readDiscountErrors(fields: Readonly<Record<string, string>>): Partial<TypedDiscount> {
  const amount = fields['discount.amount'] ?? fields.discount
  const reason = fields['discount.reason']
  return { ...(amount !== undefined && { amount }), ...(reason !== undefined && { reason }) }
}

interface DiscountFieldsProps {
  discount: TypedDiscount
  errors: Partial<TypedDiscount>
  onChange: (discount: TypedDiscount) => void
}

/** What was agreed with the customer. */
export const DiscountFields = ({ discount, errors, onChange }: DiscountFieldsProps) => (
  <>
    <TextField
      name="discount.amount"
      label="Discount, in rupees"
      optional
      inputMode="decimal"
      autoComplete="off"
      maxLength={30}
      error={errors.amount}
      value={discount.amount}
      onChange={(event) => onChange({ ...discount, amount: event.currentTarget.value })}
    />
    {discount.amount.trim() !== '' && (
      <TextField
        name="discount.reason"
        label="Reason"
        hint="Such as Fair price. Customers read it on the order and the invoice."
        autoComplete="off"
        maxLength={discountReasonLength}
        error={errors.reason}
        value={discount.reason}
        onChange={(event) => onChange({ ...discount, reason: event.currentTarget.value })}
      />
    )}
  </>
)
