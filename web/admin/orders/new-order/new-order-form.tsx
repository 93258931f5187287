import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { buildCartLink } from '#contract/cart/cart-link.ts'
import { type DeliveryAddress, phoneOrderAddress } from '#contract/kernel/address.ts'
import { generalErrors } from '#contract/kernel/errors/general-errors.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { normalizePhone } from '#contract/kernel/typed-numbers.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { isShippingFree } from '#contract/orders/charges.ts'
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
import { FormError } from '../../../ui/form-error.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { Needs } from '../../kit/needs.tsx'
import { Section } from '../../kit/section.tsx'
import { describeActionError } from '../../kit/use-action.tsx'
import { CopyLink } from '../../shared/copy-link.tsx'
import { type ChosenCustomer, CustomerSearch, KnownCustomer, readChosenCustomer } from './customer-search.tsx'
import { type NewOrderLine, parseLines, refreshLines } from './new-order-lines.ts'
import { parseDraftReference, SaveDraft, typedParts } from './order-draft.tsx'
import { OrderLines } from './order-lines.tsx'
import { calculatePhoneTotals, noDiscount, parseDiscount, placePhoneOrder, readProducts } from './place-phone-order.ts'
import { parseSale, startNextSale } from './sale.ts'
import { DiscountFields, PaymentChoice, WalkInFields } from './sale-fields.tsx'

interface NewOrderFormProps {
  customer: ChosenCustomer | undefined
  onPlaced: (order: AdminOrderDetail) => void
}

const resolver = createAddressResolver(zodResolver(phoneOrderAddress) as unknown as Resolver<DeliveryAddress>)

const addressPath = 'deliveryAddress.'

/** The field in which an error of the request is shown. */
const toFieldName = (path: string): string => (path === 'discount' ? 'discount.amount' : path)

const noItems = 'Add a product.'

const sectionClasses = { className: 'gap-4', headingClassName: 'border-b border-line pb-1.5 text-lg font-semibold' }

/** Customer, items, address and payment of an order by phone. What was typed survives an error, a reload and a new sign-in. */
export function NewOrderForm({ customer, onPlaced }: NewOrderFormProps) {
  const { checkoutScript, policies } = useStoreConfig()
  const [lines, saveLines] = useDraft(typedParts.lines, parseLines)
  const [draft, saveAddress] = useDraft(typedParts.address, parseAddress)
  const shopperNote = useShopperNote(typedParts.note)
  const [chosen, setChosen] = useState(customer)
  const [sale, saveSale] = useDraft(typedParts.sale, parseSale)
  const [orderDraft, saveOrderDraft] = useDraft(typedParts.draft, parseDraftReference)
  const [discount, saveDiscount] = useDraft(typedParts.discount, parseDiscount)
  /** by the path of the request; those of the address are in the form */
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSending, setIsSending] = useState(false)
  const [linesError, setLinesError] = useState<string>()
  const [error, setError] = useState<string>()
  const form = useForm<DeliveryAddress>({
    resolver,
    defaultValues: customer?.addresses[0] ? parseAddress(customer.addresses[0]) : draft,
    reValidateMode: 'onChange',
  })
  const pinCodeHint = usePinCodeHint(form)
  const totals = calculatePhoneTotals({ lines, sale, discount, policies, pinCharge: pinCodeHint.answer?.charge })
  const { errors } = form.formState
  const isSubmitting = form.formState.isSubmitting || isSending
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
    if (!newest) return
    form.reset(parseAddress(newest))
    const { firstName, lastName, phone = '', email = '', gstin = '', businessName = '' } = newest
    saveSale({ ...sale, buyer: { name: `${firstName} ${lastName}`.trim(), phone, email, gstin, businessName } })
  }
  const clear = () => {
    saveLines([])
    saveAddress(parseAddress({}))
    saveDiscount(noDiscount)
    saveSale(startNextSale(sale))
    saveOrderDraft(null)
    shopperNote.clear()
  }
  const typed = () => ({ lines, address: form.getValues(), discount, sale, note: shopperNote.draft, account: chosen?.account?._id })
  const send = async (address: DeliveryAddress | undefined) => {
    setError(undefined)
    setFieldErrors({})
    if (lines.length === 0) return setLinesError(noItems)
    try {
      const order = await placePhoneOrder({
        lines,
        sale,
        account: chosen?.account?._id,
        draft: orderDraft?._id,
        address,
        toPay: getToPay(totals),
        discount,
        note: shopperNote.note,
      })
      clear()
      onPlaced(order)
    } catch (failure) {
      // After a 401 the area opens the login screen; the draft survives.
      if (isUnauthorized(failure)) return
      await showFailure(failure)
    }
  }
  const showFailure = async (failure: unknown) => {
    const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
    const ofAddress = fields.filter(([path]) => path.startsWith(addressPath))
    const others = fields.filter(([path]) => !path.startsWith(addressPath)).map(([path, message]) => [toFieldName(path), message] as const)
    setFieldErrors(Object.fromEntries(others))
    for (const [path, message] of ofAddress)
      form.setError(path.replace(addressPath, '') as keyof DeliveryAddress, { message }, { shouldFocus: true })
    const [name, message] = others[0] ?? []
    const input = name === undefined ? null : document.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (input) return input.focus()
    if (message) return setError(message)
    if (fields.length > 0) return
    setError(`${describeActionError(failure)}${failure instanceof NetworkError ? ` ${screenTexts.notPlacedTwice}` : ''}`)
    if (failure instanceof ApiError && failure.code === 'order_draft_gone') saveOrderDraft(null)
    if (failure instanceof ApiError && failure.status === 409) await refresh().catch(() => {})
  }
  // With it the customer orders these items without the administrator.
  const cartLink = buildCartLink({ items: lines.map(({ product, size, quantity }) => ({ product: product._id, size, quantity })) })
  const summary = !sale.isTakenAway && Object.keys(errors).length > 0 ? generalErrors.invalid_request.text : error
  const phone = normalizePhone(useWatch({ control: form.control, name: 'phone' }))
  const chooseKnown = (id: string) => readChosenCustomer(id).then(choose, (failure) => setError(describeActionError(failure)))

  const submitToDeliver = form.handleSubmit(send, () => {
    setError(undefined)
    if (lines.length === 0) setLinesError(noItems)
  })
  const submitTakenAway = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    await send(undefined)
    setIsSending(false)
  }

  return (
    <form
      noValidate
      aria-label="New order"
      onSubmit={sale.isTakenAway ? submitTakenAway : submitToDeliver}
      className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex max-w-3xl flex-col gap-8">
        <Section {...sectionClasses} title="Customer">
          <Needs right="customers" otherwise={<p className="text-soft">Enter the address below.</p>}>
            <CustomerSearch
              chosen={chosen}
              onChoose={choose}
              onAddress={(address) => form.reset(parseAddress(address))}
              onPhone={(phone) => form.setValue('phone', phone, { shouldDirty: true })}
            />
          </Needs>
        </Section>
        <Section {...sectionClasses} title="Items">
          <OrderLines lines={lines} error={linesError} onChange={changeLines} />
        </Section>
        <Section {...sectionClasses} title={sale.isTakenAway ? 'Taken away' : 'Deliver to'}>
          <Checkbox checked={sale.isTakenAway} onChange={(event) => saveSale({ ...sale, isTakenAway: event.currentTarget.checked })}>
            The customer takes the items away now: no parcel is sent
          </Checkbox>
          {sale.isTakenAway ? (
            <WalkInFields sale={sale} errors={fieldErrors} onChange={saveSale} />
          ) : (
            <>
              <DeliveryFields form={form} pinCodeHint={pinCodeHint} optional={['lastName', 'landmark', 'email']} />
              <ShopperNoteFields {...shopperNote} />
            </>
          )}
        </Section>
      </div>
      <div className="flex flex-col gap-5 rounded-control bg-sunk p-6 lg:sticky lg:top-24">
        {!chosen && !sale.isTakenAway && (
          <Needs right="customers">
            <KnownCustomer phone={phone} onChoose={chooseKnown} />
          </Needs>
        )}
        <Needs right="prices">
          <DiscountFields discount={discount} errors={fieldErrors} onChange={saveDiscount} />
        </Needs>
        <PaymentChoice sale={sale} errors={fieldErrors} canPayOnline={Boolean(checkoutScript)} onChange={saveSale} />
        <dl className="grid grid-cols-[1fr_auto] gap-y-2 border-line border-t pt-4 tabular-nums">
          {!sale.isTakenAway && isShippingFree(totals) && (
            <>
              <dt className="text-soft">Shipping</dt>
              <dd className="text-right">Free</dd>
            </>
          )}
          <TotalRows order={totals} sumClassName="text-lg" />
        </dl>
        <FormError text={summary} />
        <Button ref={button} type="submit" variant="primary" disabled={isSubmitting} aria-busy={isSubmitting} className="min-h-12 w-full">
          {isSubmitting ? 'Placing the order…' : 'Place the order'}
        </Button>
        <SaveDraft
          replaces={orderDraft}
          isEmpty={lines.length === 0}
          getTyped={typed}
          onSaved={clear}
          onGone={() => saveOrderDraft(null)}
        />
        {lines.length > 0 && (
          <div className="flex flex-col gap-2">
            <CopyLink key={cartLink} link={cartLink} label="Copy link to this cart" />
          </div>
        )}
      </div>
    </form>
  )
}
