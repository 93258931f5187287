import { useId } from 'react'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { manualPaymentMethods, paymentReferenceLength } from '#contract/orders/manual-payment.ts'
import { discountReasonLength, type PhoneOrderPayment, walkInCustomer } from '#contract/orders/phone-orders.ts'
import { channelNames, orderChannels } from '#contract/orders/visit-source.ts'
import { SelectField, TextField, type TextFieldProps } from '../../../ui/field.tsx'
import type { TypedDiscount } from './place-phone-order.ts'
import { findDayLimits, findPayment, type Sale } from './sale.ts'

const paymentChoices: Readonly<Record<PhoneOrderPayment, { label: string; hint: string }>> = {
  'on delivery': { label: 'Cash on delivery', hint: 'The order is confirmed by your call.' },
  link: {
    label: 'Payment link',
    hint: 'You send the customer a link. The order is packed when it is paid, and cancelled if it stays unpaid.',
  },
  paid: { label: 'Paid already', hint: 'You have the money. A refund is paid back by hand, too.' },
}

const methodNames = { cash: 'Cash', upi: 'UPI', 'card machine': 'Card machine', 'bank transfer': 'Bank transfer' } as const

interface SaleFieldsProps {
  sale: Sale
  /** by the path of the request */
  errors: Readonly<Record<string, string>>
  onChange: (sale: Sale) => void
}

/** How an order is paid, how it came, and on which day it was placed. */
export function PaymentChoice({ sale, errors, canPayOnline, onChange }: SaleFieldsProps & { canPayOnline: boolean }) {
  const id = useId()
  const payment = findPayment(sale)
  const isOffered = (choice: PhoneOrderPayment) => (sale.isTakenAway ? choice === 'paid' : canPayOnline || choice !== 'link')
  const offered = (Object.keys(paymentChoices) as PhoneOrderPayment[]).filter(isOffered)
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="pb-2 font-semibold">Payment</legend>
        {offered.map((choice, index) => (
          <label key={choice} className="flex min-h-11 items-start gap-3">
            <input
              type="radio"
              name={id}
              checked={payment === choice}
              aria-labelledby={`${id}-label-${index}`}
              aria-describedby={`${id}-hint-${index}`}
              onChange={() => onChange({ ...sale, payment: choice })}
              className="mt-1 size-5 shrink-0"
            />
            <span className="flex flex-col">
              <span id={`${id}-label-${index}`} className="font-medium">
                {paymentChoices[choice].label}
              </span>
              <span id={`${id}-hint-${index}`} className="text-sm text-soft">
                {paymentChoices[choice].hint}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {payment === 'paid' && <ManualPaymentFields sale={sale} errors={errors} onChange={onChange} />}
      <SelectField
        name="channel"
        label="How the order came"
        optional
        hint="For the figures only."
        error={errors.channel}
        value={sale.channel}
        choices={[['', 'Not said'] as const, ...orderChannels.map((channel) => [channel, channelNames[channel]] as const)]}
        onChange={(event) => onChange({ ...sale, channel: event.currentTarget.value as Sale['channel'] })}
      />
      {payment !== 'link' && (
        <TextField
          name="day"
          label="Day of the order"
          optional
          type="date"
          {...findDayLimits()}
          hint="Today without it. Lists and figures have this day, documents the day of their issue. The stock changes now."
          error={errors.day}
          value={sale.day}
          onChange={(event) => onChange({ ...sale, day: event.currentTarget.value })}
        />
      )}
    </>
  )
}

const ManualPaymentFields = ({ sale, errors, onChange }: SaleFieldsProps) => (
  <>
    <SelectField
      name="manualPayment.method"
      label="Paid by"
      error={errors['manualPayment.method']}
      value={sale.method}
      choices={manualPaymentMethods.map((method) => [method, methodNames[method]] as const)}
      onChange={(event) => onChange({ ...sale, method: event.currentTarget.value as Sale['method'] })}
    />
    {sale.method !== 'cash' && (
      <TextField
        name="manualPayment.reference"
        label="Reference"
        optional
        hint="Such as the UTR of the transfer."
        autoComplete="off"
        maxLength={paymentReferenceLength}
        error={errors['manualPayment.reference']}
        value={sale.reference}
        onChange={(event) => onChange({ ...sale, reference: event.currentTarget.value })}
      />
    )}
    <TextField
      name="manualPayment.day"
      label="Day of the payment"
      optional
      type="date"
      {...findDayLimits()}
      hint="The day of the order without it."
      error={errors['manualPayment.day']}
      value={sale.paidDay}
      onChange={(event) => onChange({ ...sale, paidDay: event.currentTarget.value })}
    />
  </>
)

const buyerFields: readonly (TextFieldProps & { readonly name: keyof Sale['buyer'] })[] = [
  { name: 'name', label: 'Name', hint: `Without it: ${walkInCustomer}`, maxLength: 60, className: 'sm:col-span-2' },
  { name: 'phone', label: 'Phone', hint: '10 digits', type: 'tel' },
  { name: 'email', label: 'Email', hint: 'For the receipt', type: 'email', maxLength: 254 },
  { name: 'gstin', label: 'GSTIN', hint: 'Of a business that buys', maxLength: 40 },
  { name: 'businessName', label: 'Business name', maxLength: 120 },
]

/** Who takes the items away. Nothing is needed. */
export const WalkInFields = ({ sale, errors, onChange }: SaleFieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    {buyerFields.map(({ name, ...field }) => {
      const change = (text: string) => onChange({ ...sale, buyer: { ...sale.buyer, [name]: text } })
      return (
        <TextField
          key={name}
          {...field}
          name={`buyer.${name}`}
          optional
          autoComplete="off"
          error={errors[`buyer.${name}`]}
          value={sale.buyer[name]}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={name === 'phone' ? () => change(normalizePhone(sale.buyer.phone)) : undefined}
        />
      )
    })}
  </div>
)

interface DiscountFieldsProps {
  discount: TypedDiscount
  errors: SaleFieldsProps['errors']
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
      error={errors['discount.amount']}
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
        error={errors['discount.reason']}
        value={discount.reason}
        onChange={(event) => onChange({ ...discount, reason: event.currentTarget.value })}
      />
    )}
  </>
)
