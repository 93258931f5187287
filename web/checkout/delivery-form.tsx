import type { ClipboardEvent, ComponentProps, ReactNode, Ref } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DeliveryAddress } from '#contract/address.ts'
import type { BookAddress } from '#contract/address-book.ts'
import { formatRupees } from '#contract/money.ts'
import { type LineItem, LineItemList } from '../orders/line-item-list.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { SelectField, TextField, type TextFieldProps } from '../ui/field.tsx'
import { AddressChoice } from './address-choice.tsx'
import type { AddressForm } from './address-form.ts'
import { indianStates } from './indian-states.ts'
import { normalizePhone, normalizePinCode } from './normalize-digits.ts'
import { usePinCodeHint } from './use-pin-code-hint.ts'

/** A link to where the shopper can solve a problem. */
export interface SolutionLink {
  readonly to: string
  readonly label: string
}

export interface DeliveryFormProps {
  form: AddressForm
  /** of the shopper's address book */
  addresses?: readonly BookAddress[] | undefined
  /** fields that may be empty */
  optional?: readonly (keyof DeliveryAddress)[]
  intro: string
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** offers to empty all fields */
  onClear?: (() => void) | undefined
  items: readonly LineItem[]
  /** rupees */
  total: number
  /** rupees, as the cart screen showed it */
  quotedTotal?: number | undefined
  error: { readonly text: string; readonly link?: SolutionLink | undefined } | undefined
  submitLabel: string
  buttonRef: Ref<HTMLButtonElement>
  isBusy: boolean
  /** disables the button and says why */
  disabledHint?: string | undefined
  /** below the button */
  children: ReactNode
}

/** Address fields and order summary: every checkout form. */
export function DeliveryForm({
  form,
  addresses = [],
  intro,
  onSubmit,
  onClear,
  error,
  isBusy,
  items,
  disabledHint,
  children,
  ...props
}: DeliveryFormProps) {
  const isBlocked = items.some(({ problem }) => problem)
  return (
    <form
      noValidate
      aria-label="Delivery"
      onSubmit={onSubmit}
      className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20"
    >
      <div className="flex max-w-3xl flex-col gap-6">
        <p className="text-soft">{intro}</p>
        {addresses.length > 1 && <AddressChoice form={form} addresses={addresses} />}
        <DeliveryFields form={form} optional={props.optional} />
        {onClear && (
          <Button variant="quiet" className="-ml-4 self-start" disabled={isBusy} onClick={onClear}>
            Clear all fields
          </Button>
        )}
      </div>
      <section aria-labelledby="your-order" className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
        <h2 id="your-order" className="font-display text-2xl">
          Your order
        </h2>
        <LineItemList scrolls label="Items" items={items} />
        <Divider className="text-edge" />
        <Totals total={props.total} quotedTotal={props.quotedTotal} />
        {isBlocked && (
          <div id="blocked" className="flex flex-col items-start gap-3">
            <p className="font-medium text-bad">Something in your cart has changed. Update the marked items in your cart to order.</p>
            <LinkButton to="/UserDashboard/cart">Go back to your cart</LinkButton>
          </div>
        )}
        <div role="alert" className="flex flex-col items-start gap-3 empty:hidden">
          {error && <p className="font-medium text-bad">{error.text}</p>}
          {error?.link && <LinkButton to={error.link.to}>{error.link.label}</LinkButton>}
        </div>
        <Button
          ref={props.buttonRef}
          type="submit"
          variant="primary"
          disabled={isBusy || isBlocked || disabledHint !== undefined}
          aria-busy={isBusy}
          aria-describedby={[isBlocked && 'blocked', disabledHint && 'disabled-hint'].filter(Boolean).join(' ') || undefined}
          className="min-h-12 w-full"
        >
          {props.submitLabel}
        </Button>
        {disabledHint && (
          <p id="disabled-hint" className="text-sm text-soft">
            {disabledHint}
          </p>
        )}
        <p className="text-sm text-soft">{children}</p>
      </section>
    </form>
  )
}

function Totals({ total, quotedTotal }: Pick<DeliveryFormProps, 'total' | 'quotedTotal'>) {
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        <dt className="text-soft">Shipping</dt>
        <dd className="text-right">Free</dd>
        <dt className="text-lg font-semibold">Total</dt>
        <dd className="text-right text-lg font-semibold">{formatRupees(total)}</dd>
      </dl>
      {quotedTotal !== undefined && quotedTotal !== total && (
        <p role="status" className="text-sm font-medium text-indigo">
          The total has changed from {formatRupees(quotedTotal)} to {formatRupees(total)}.
        </p>
      )}
    </>
  )
}

const full = 'col-span-6'
const wide = 'col-span-6 sm:col-span-3'
const half = 'col-span-3 max-[23rem]:col-span-6'

const textFields: readonly (TextFieldProps & { readonly name: keyof DeliveryAddress })[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', className: half },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', className: half },
  { name: 'phone', label: 'Phone', hint: '10 digits, for the courier', type: 'tel', autoComplete: 'tel-national', className: wide },
  { name: 'email', label: 'Email', hint: 'For the order confirmation', type: 'email', autoComplete: 'email', className: wide },
  { name: 'address', label: 'Address', hint: 'House, street, area', autoComplete: 'street-address', className: full },
  { name: 'landmark', label: 'Landmark', autoComplete: 'off', className: full },
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

const normalizers: Partial<Record<keyof DeliveryAddress, (text: string) => string>> = {
  phone: normalizePhone,
  pinCode: normalizePinCode,
}

interface DeliveryFieldsProps extends Pick<DeliveryFormProps, 'optional'> {
  form: UseFormReturn<DeliveryAddress>
}

/** The fields of an address. */
export function DeliveryFields({ form, optional = ['landmark'] }: DeliveryFieldsProps) {
  const { register, setValue } = form
  const { errors } = form.formState
  const district = usePinCodeHint(form)
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
      {textFields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          {...(field.name === 'pinCode' && district && { hint: district })}
          {...registerField(field.name)}
          optional={optional.includes(field.name)}
          error={errors[field.name]?.message}
        />
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
