import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { type DeliveryAddress, phoneOrderAddress } from '#contract/kernel/address.ts'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { isShippingFree } from '#contract/orders/charges.ts'
import type { PhoneOrderPayment } from '#contract/orders/phone-orders.ts'
import { ApiError, isUnauthorized, NetworkError } from '../../../api/client.ts'
import { useStoreConfig } from '../../../layout/store-config.ts'
import { createAddressResolver, parseAddress } from '../../../orders/shared/address-fields.ts'
import { DeliveryFields } from '../../../orders/shared/delivery-fields.tsx'
import { ShopperNoteFields } from '../../../orders/shared/shopper-note-fields.tsx'
import { TotalRows } from '../../../orders/shared/total-rows.tsx'
import { usePinCodeHint } from '../../../orders/shared/use-pin-code-hint.ts'
import { useShopperNote } from '../../../orders/shared/use-shopper-note.ts'
import { useDraft } from '../../../session/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { useReturnFocus } from '../../../ui/dialog/use-return-focus.ts'
import { describeActionError } from '../../kit/use-action.tsx'
import { type ChosenCustomer, CustomerSearch, readChosenCustomer } from './customer-search.tsx'
import { DiscountFields, noDiscount, parseDiscount, readDiscountErrors } from './discount-fields.tsx'
import { KnownCustomer } from './known-customer.tsx'
import { type NewOrderLine, parseLines, refreshLines } from './new-order-lines.ts'
import { OrderLines } from './order-lines.tsx'
import { calculatePhoneTotals, placePhoneOrder, readProducts, type TypedDiscount } from './place-phone-order.ts'

interface NewOrderFormProps {
  customer: ChosenCustomer | undefined
  onPlaced: (order: AdminOrderDetail) => void
}

const resolver = createAddressResolver(zodResolver(phoneOrderAddress) as unknown as Resolver<DeliveryAddress>)

const paymentChoices: Readonly<Record<PhoneOrderPayment, { label: string; hint: string }>> = {
  'on delivery': { label: 'Cash on delivery', hint: 'The order is confirmed by your call.' },
  link: {
    label: 'Payment link',
    hint: 'You send the customer a link. The order is packed when it is paid, and cancelled if it stays unpaid.',
  },
}

const noItems = 'Add a product.'

/** Customer, items, address and payment of an order by phone. What was typed survives an error, a reload and a new sign-in. */
export function NewOrderForm({ customer, onPlaced }: NewOrderFormProps) {
  const { checkoutScript, policies } = useStoreConfig()
  const [lines, saveLines] = useDraft('new order items', parseLines)
  const [draft, saveAddress] = useDraft('new order address', parseAddress)
  const shopperNote = useShopperNote('new order note')
  const [chosen, setChosen] = useState(customer)
  const [payment, setPayment] = useState<PhoneOrderPayment>('on delivery')
  const [discount, saveDiscount] = useDraft('new order discount', parseDiscount)
  const [discountErrors, setDiscountErrors] = useState<Partial<TypedDiscount>>({})
  const [linesError, setLinesError] = useState<string>()
  const [error, setError] = useState<string>()
  const form = useForm<DeliveryAddress>({
    resolver,
    defaultValues: customer?.addresses[0] ? parseAddress(customer.addresses[0]) : draft,
    reValidateMode: 'onChange',
  })
  const pinCodeHint = usePinCodeHint(form)
  const totals = calculatePhoneTotals({ lines, payment, discount, policies, pinCharge: pinCodeHint.answer?.charge })
  const { isSubmitting, errors } = form.formState
  const button = useReturnFocus({ failed: error !== undefined, busy: isSubmitting })

  const { watch } = form
  const onAddressChange = useEffectEvent((values: unknown) => saveAddress(parseAddress(values)))
  useEffect(() => {
    const subscription = watch((values) => onAddressChange(values))
    return () => subscription.unsubscribe()
  }, [watch])

  const changeLines = (changed: readonly NewOrderLine[]) => {
    saveLines(changed)
    setLinesError(undefined)
  }
  const refresh = async () => saveLines(refreshLines(lines, await readProducts(lines)))
  // Items of a stored draft may have other prices now.
  const refreshDraft = useEffectEvent(() => lines.length > 0 && refresh().catch(() => {}))
  useEffect(() => void refreshDraft(), [])

  const choose = (choice: ChosenCustomer | undefined) => {
    setChosen(choice)
    const [newest] = choice?.addresses ?? []
    if (newest) form.reset(parseAddress(newest))
  }
  const send = async (address: DeliveryAddress) => {
    setError(undefined)
    setDiscountErrors({})
    if (lines.length === 0) return setLinesError(noItems)
    try {
      const order = await placePhoneOrder({
        lines,
        payment,
        account: chosen?.account?._id,
        address,
        toPay: getToPay(totals),
        discount,
        note: shopperNote.note,
      })
      saveLines([])
      saveAddress(parseAddress({}))
      saveDiscount(noDiscount)
      shopperNote.clear()
      onPlaced(order)
    } catch (failure) {
      // After a 401 the area opens the login screen; the draft survives.
      if (isUnauthorized(failure)) return
      await showFailure(failure)
    }
  }
  const showFailure = async (failure: unknown) => {
    const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
    const ofDiscount = failure instanceof ApiError ? readDiscountErrors(failure.fields) : {}
    setDiscountErrors(ofDiscount)
    const [wrong] = Object.keys(ofDiscount)
    if (wrong) return document.querySelector<HTMLInputElement>(`[name="discount.${wrong}"]`)?.focus()
    for (const [path, message] of fields)
      form.setError(path.replace('deliveryAddress.', '') as keyof DeliveryAddress, { message }, { shouldFocus: true })
    if (fields.length > 0) return
    setError(`${describeActionError(failure)}${failure instanceof NetworkError ? ` ${screenTexts.notPlacedTwice}` : ''}`)
    if (failure instanceof ApiError && failure.status === 409) await refresh().catch(() => {})
  }
  const summary = Object.keys(errors).length > 0 ? generalErrors.invalid_request.text : error
  const phone = normalizePhone(useWatch({ control: form.control, name: 'phone' }))
  const chooseKnown = (id: string) => readChosenCustomer(id).then(choose, (failure) => setError(describeActionError(failure)))

  return (
    <form
      noValidate
      aria-label="New order"
      onSubmit={form.handleSubmit(send, () => {
        setError(undefined)
        if (lines.length === 0) setLinesError(noItems)
      })}
      className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex max-w-3xl flex-col gap-8">
        <FormSection title="Customer">
          <CustomerSearch
            chosen={chosen}
            onChoose={choose}
            onAddress={(address) => form.reset(parseAddress(address))}
            onPhone={(phone) => form.setValue('phone', phone, { shouldDirty: true })}
          />
        </FormSection>
        <FormSection title="Items">
          <OrderLines lines={lines} error={linesError} onChange={changeLines} />
        </FormSection>
        <FormSection title="Deliver to">
          <DeliveryFields form={form} pinCodeHint={pinCodeHint} optional={['lastName', 'landmark', 'email']} />
          <ShopperNoteFields {...shopperNote} />
        </FormSection>
      </div>
      <div className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
        {!chosen && <KnownCustomer phone={phone} onChoose={chooseKnown} />}
        <DiscountFields discount={discount} errors={discountErrors} onChange={saveDiscount} />
        <PaymentChoice payment={payment} canPayOnline={Boolean(checkoutScript)} onChange={setPayment} />
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 border-line border-t pt-4 tabular-nums">
          {isShippingFree(totals) && (
            <>
              <dt className="text-soft">Shipping</dt>
              <dd className="text-right">Free</dd>
            </>
          )}
          <TotalRows order={totals} sumClassName="text-lg" />
        </dl>
        <p role="alert" className="font-medium text-bad empty:hidden">
          {summary}
        </p>
        <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12 w-full">
          {isSubmitting ? 'Placing the order…' : 'Place the order'}
        </Button>
      </div>
    </form>
  )
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="border-b border-line pb-1.5 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

interface PaymentChoiceProps {
  payment: PhoneOrderPayment
  canPayOnline: boolean
  onChange: (payment: PhoneOrderPayment) => void
}

function PaymentChoice({ payment, canPayOnline, onChange }: PaymentChoiceProps) {
  const id = useId()
  const offered = (Object.keys(paymentChoices) as PhoneOrderPayment[]).filter((choice) => canPayOnline || choice !== 'link')
  return (
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
            onChange={() => onChange(choice)}
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
  )
}
