import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { BookAddress } from '#contract/accounts/address-book.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { ShownTotals } from '#contract/orders/adjustments.ts'
import { isShippingFree } from '#contract/orders/charges.ts'
import { formatEstimate } from '#contract/orders/delivery-estimate.ts'
import { countStep } from '../api/count-step.ts'
import { OfferField } from '../cart/offer/offer-field.tsx'
import type { CartOffer } from '../cart/state/use-guest-quote.ts'
import { usePolicies } from '../layout/store-config.ts'
import { addressFields, parseAddress } from '../orders/shared/address-fields.ts'
import type { AddressForm } from '../orders/shared/address-form.ts'
import { DeliveryFields, type DeliveryFieldsProps } from '../orders/shared/delivery-fields.tsx'
import { type LineItem, LineItemList } from '../orders/shared/line-item-list.tsx'
import { findDeliveryDays } from '../orders/shared/pin-answer.ts'
import { ShopperNoteFields } from '../orders/shared/shopper-note-fields.tsx'
import { TotalRows } from '../orders/shared/total-rows.tsx'
import type { PinCodeHint } from '../orders/shared/use-pin-code-hint.ts'
import type { ShopperNoteState } from '../orders/shared/use-shopper-note.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Divider } from '../ui/divider.tsx'
import { SelectField } from '../ui/field.tsx'
import { PurchaseReportBox } from './purchase-report-box.tsx'

/** A link to where the shopper can solve a problem. */
export interface SolutionLink {
  readonly to: string
  readonly label: string
  /** of the route */
  readonly state?: unknown
  /** loads the document again, and with it the charges of the moment */
  readonly reloads?: boolean
}

export interface DeliveryFormProps extends Pick<DeliveryFieldsProps, 'optional'> {
  form: AddressForm
  /** what is known about the PIN code of the form */
  pinCodeHint: PinCodeHint
  /** why an order to this PIN code cannot be placed with this button, and what can be done */
  limit?: { readonly text: string; readonly link?: SolutionLink | undefined; readonly linkRef?: Ref<HTMLAnchorElement> } | undefined
  /** the shopper's address book */
  addresses?: readonly BookAddress[] | undefined
  /** what the shopper says about the order */
  shopperNote: ShopperNoteState
  intro: string
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** offers to empty all fields */
  onClear?: (() => void) | undefined
  items: readonly LineItem[]
  totals: ShownTotals
  /** a code can be entered here; missing where the cart has it */
  offer?: CartOffer
  /** rupees, as the cart screen showed it */
  quotedTotal?: number | undefined
  /** where marked items can be changed */
  cartLink: SolutionLink
  error: { readonly text: string; readonly link?: SolutionLink | undefined } | undefined
  /** above the button */
  beforeSubmit?: ReactNode
  submitLabel: string
  /** what the button does, beside it */
  submitHint?: string | undefined
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
  pinCodeHint,
  limit,
  addresses = [],
  intro,
  onSubmit,
  onClear,
  error,
  isBusy,
  items,
  disabledHint,
  cartLink,
  children,
  ...props
}: DeliveryFormProps) {
  useEffect(() => countStep('checkout'), [])
  const isBlocked = items.some(({ problem }) => problem)
  const blockedLink = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The button that was pressed is disabled now.
    if (isBlocked && !isBusy && document.activeElement?.matches('body, :disabled')) blockedLink.current?.focus()
  }, [isBlocked, isBusy])
  return (
    <form
      noValidate
      aria-label="Delivery"
      onSubmit={onSubmit}
      onFocusCapture={({ currentTarget }) => form.adoptFilled(currentTarget)}
      onSubmitCapture={({ currentTarget }) => form.adoptFilled(currentTarget)}
      className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20"
    >
      <div className="flex max-w-3xl flex-col gap-6">
        {/* It names a sum, which counts when the items can be ordered. */}
        {!isBlocked && <p className="text-soft">{intro}</p>}
        {addresses.length > 1 && <AddressChoice form={form} addresses={addresses} />}
        <DeliveryFields form={form} pinCodeHint={pinCodeHint} optional={props.optional} />
        <ShopperNoteFields {...props.shopperNote} />
        <PurchaseReportBox />
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
        <Totals totals={props.totals} quotedTotal={props.quotedTotal} pinCodeHint={pinCodeHint} items={items} />
        {props.offer && <OfferField offer={props.offer} disabled={isBusy} />}
        {isBlocked && (
          <div id="blocked" className="flex flex-col items-start gap-3">
            <p className="font-medium text-bad">Something in your cart has changed. Update the marked items in your cart to order.</p>
            <LinkButton ref={blockedLink} to={cartLink.to}>
              {cartLink.label}
            </LinkButton>
          </div>
        )}
        <div role="alert" className="flex flex-col items-start gap-3 empty:hidden">
          {error && <p className="font-medium text-bad">{error.text}</p>}
          {error?.link && !(isBlocked && error.link.to === cartLink.to) && (
            <LinkButton to={error.link.to} reloadDocument={error.link.reloads}>
              {error.link.label}
            </LinkButton>
          )}
        </div>
        <div id="delivery-limit" role="status" className="flex flex-col items-start gap-3 empty:hidden">
          {limit && <p className="font-medium text-bad">{limit.text}</p>}
          {limit?.link && (
            <LinkButton ref={limit.linkRef} to={limit.link.to} state={limit.link.state}>
              {limit.link.label}
            </LinkButton>
          )}
        </div>
        {!isBlocked && props.beforeSubmit}
        {!isBlocked && props.submitHint && (
          <p id="submit-hint" className="-mb-3 font-medium tabular-nums">
            {props.submitHint}
          </p>
        )}
        <Button
          ref={props.buttonRef}
          type="submit"
          variant="primary"
          disabled={isBusy || isBlocked || limit !== undefined || disabledHint !== undefined}
          aria-busy={isBusy}
          aria-describedby={
            [
              !isBlocked && props.submitHint && 'submit-hint',
              isBlocked && 'blocked',
              limit && 'delivery-limit',
              disabledHint && 'disabled-hint',
            ]
              .filter(Boolean)
              .join(' ') || undefined
          }
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

/** No day of delivery is named for a PIN code that is not known, or where nothing is delivered. */
function Totals({ totals, quotedTotal, pinCodeHint, items }: Pick<DeliveryFormProps, 'totals' | 'quotedTotal' | 'pinCodeHint' | 'items'>) {
  const { answer, isUnknown } = pinCodeHint
  const policies = findDeliveryDays({ answer, policies: usePolicies(), items })
  const { totalPrice } = totals
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
        {isShippingFree(totals) && (
          <>
            <dt className="text-soft">Shipping</dt>
            <dd className="text-right">Free</dd>
          </>
        )}
        {!isUnknown && answer?.deliver !== false && (
          <>
            <dt className="text-soft">Estimated delivery</dt>
            <dd className="text-right">{formatEstimate({ policies })}</dd>
          </>
        )}
        <TotalRows order={totals} sumClassName="text-lg" />
      </dl>
      {quotedTotal !== undefined && quotedTotal !== totalPrice && (
        <p role="status" className="text-sm font-medium text-indigo">
          The total has changed from {formatRupees(quotedTotal)} to {formatRupees(totalPrice)}.
        </p>
      )}
    </>
  )
}

interface AddressChoiceProps {
  form: AddressForm
  addresses: readonly BookAddress[]
}

/** Fills the form with an address of the shopper's address book. The fields can still be changed for this order. */
function AddressChoice({ form, addresses }: AddressChoiceProps) {
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
