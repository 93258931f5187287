import { useEffect, useEffectEvent, useState } from 'react'
import { type DeliveryAddress, describeAddressProblem } from '#contract/kernel/address.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import type { Quote } from '#contract/offers/offer-schemas.ts'
import { getToPay, type ShownTotals } from '#contract/orders/adjustments.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isUnauthorized } from '../api/client.ts'
import { chargeTotals } from '../cart/offer/cart-offer.ts'
import { OnlineSaving } from '../cart/offer/offer-field.tsx'
import { useStoreConfig } from '../layout/store-config.ts'
import { addressFields, optionalFields } from '../orders/shared/address-fields.ts'
import { codResolver, guestResolver, useAddressForm } from '../orders/shared/address-form.ts'
import { findDeliveryProblem, formatAdvance, type PinAnswer, readCodOffer } from '../orders/shared/pin-answer.ts'
import { usePinCodeHint } from '../orders/shared/use-pin-code-hint.ts'
import { useReturnFocus } from '../ui/dialog/use-return-focus.ts'
import { Divider } from '../ui/divider.tsx'
import { AdvanceButton, PayButton, type PaymentShare } from './advance-button.tsx'
import { type AskedAdvance, applyAskedAdvance } from './asked-advance.ts'
import { DeliveryForm, type DeliveryFormProps, type SolutionLink } from './delivery-form.tsx'
import type { Checkout } from './payment/load-checkout.ts'
import type { OrderError, OrderOutcome } from './place-order.ts'

export interface PayOnline {
  readonly start: (order: {
    address: DeliveryAddress
    share?: PaymentShare | undefined
    pinCharge: number | undefined
  }) => Promise<OrderError>
  /** the guest has chosen it before this document was loaded */
  readonly startsAtOnce: boolean
  /** what was chosen then; all by default */
  readonly startedShare?: PaymentShare | undefined
}

/** Some people have one name. */
const guestOptional = ['landmark', 'lastName'] as const

/** Before a PIN code is known. */
const codOff: PinAnswer = { state: '', district: '', cod: 'no' }

interface CodFormProps extends Pick<DeliveryFormProps, 'items' | 'offer' | 'quotedTotal' | 'cartLink' | 'shopperNote' | 'children'> {
  /** of the items, before discounts and charges */
  totals: ShownTotals
  quote: Quote | undefined
  /** the addresses of the shopper; undefined for a guest */
  account?: Pick<Checkout, 'savedAddress' | 'addresses'>
  /** `pinCharge`: rupees for shipping, as the PIN code has shown */
  placeOrder: (address: DeliveryAddress, pinCharge: number | undefined) => Promise<OrderOutcome>
  onPlaced: (order: Order, address: DeliveryAddress) => Promise<void> | void
  /** offers to pay online: resolves with what went wrong, or not at all once the payment has a page of its own */
  payOnline?: PayOnline | undefined
  /** the server's cart differs from what this page shows */
  onCartOutdated?: () => Promise<void>
  /** the page where a shopper pays online */
  onlineLink?: SolutionLink | undefined
}

/** Address and order, cash on delivery: for guests and for shoppers. A shopper can order once every field is filled in. */
export function CodForm({ account, placeOrder, onPlaced, payOnline, onCartOutdated, onlineLink, ...formProps }: CodFormProps) {
  const form = useAddressForm({ savedAddress: account?.savedAddress, resolver: account ? codResolver : guestResolver })
  const { setError, handleSubmit, watch, getValues } = form
  const pinCodeHint = usePinCodeHint(form)
  const { offersCod, policies } = useStoreConfig()
  const pinCharge = pinCodeHint.answer?.charge
  const priced = { totals: formProps.totals, quote: formProps.quote, policies, pinCharge }
  const totals = chargeTotals(priced)
  const toPay = getToPay(totals)
  const values = watch()
  const [asked, setAsked] = useState<AskedAdvance | undefined>(() => {
    const { phone, pinCode } = getValues()
    return payOnline?.startedShare && { advance: payOnline.startedShare.advance, phone, pinCode }
  })
  const answer = applyAskedAdvance({ answer: pinCodeHint.answer ?? (offersCod === false ? codOff : undefined), asked, address: values })
  const problem = findDeliveryProblem({ answer, toPay, isOnDelivery: true })
  const isDelivered = answer?.deliver !== false
  const offer = readCodOffer({ answer, toPay })
  const isAdvance = isDelivered && offer.cod === 'advance'
  const { isSubmitting, errors } = form.formState
  const [orderError, setOrderError] = useState<OrderError>()
  const [isPaying, setPaying] = useState(false)
  /** which button was pressed last: an error returns the focus to it */
  const [pressed, setPressed] = useState<'order' | 'online' | 'advance'>('order')
  const hasFailed = orderError !== undefined
  const button = useReturnFocus({ failed: hasFailed && pressed === 'order', busy: isSubmitting })
  const payButton = useReturnFocus({ failed: hasFailed && pressed === 'online', busy: isSubmitting })
  const advanceButton = useReturnFocus({ failed: hasFailed && pressed === 'advance', busy: isSubmitting })
  const isIncomplete = account !== undefined && addressFields.some((name) => !optionalFields.includes(name) && !values[name]?.trim())
  const advanceLink = useReturnFocus<HTMLAnchorElement>({ failed: hasFailed && pressed === 'advance', busy: isSubmitting })

  const showError = async ({ error, address: { phone, pinCode } }: { error: OrderError; address: DeliveryAddress }) => {
    // Errors of fields are summarized below, and end with their correction.
    if (Object.keys(error.fields).length === 0) setOrderError(error)
    if (error.advance !== undefined) {
      setAsked({ advance: error.advance, phone, pinCode })
      // The button that was pressed is disabled from now on.
      setPressed('advance')
    } else if (error.isCodRefused) setAsked(undefined)
    for (const [name, message] of Object.entries(error.fields)) setError(name as keyof DeliveryAddress, { message }, { shouldFocus: true })
    if (error.isCartOutdated) await onCartOutdated?.()
  }
  const send = async (address: DeliveryAddress) => {
    setOrderError(undefined)
    setPressed('order')
    try {
      const outcome = await placeOrder(address, pinCharge)
      if ('order' in outcome) {
        form.clearDraft()
        return await onPlaced(outcome.order, address)
      }
      await showError({ error: outcome.error, address })
    } catch (error) {
      // After a 401 the area opens the login screen; the draft survives.
      if (!isUnauthorized(error)) throw error
    }
  }
  const pay = (share?: PaymentShare) =>
    handleSubmit(
      async (address) => {
        if (!payOnline) return
        setOrderError(undefined)
        setPressed(share ? 'advance' : 'online')
        setPaying(true)
        const error = await payOnline.start({ address, share, pinCharge })
        setPaying(false)
        await showError({ error, address })
      },
      () => setOrderError(undefined),
    )()
  const startsAtOnce = payOnline?.startsAtOnce ?? false
  const payAtOnce = useEffectEvent(() => pay(payOnline?.startedShare))
  useEffect(() => {
    if (startsAtOnce) payAtOnce()
  }, [startsAtOnce])
  const findSolution = ({ isCartOutdated, isCodRefused }: OrderError) =>
    isCartOutdated ? { ...formProps.cartLink, reloads: true } : isCodRefused ? onlineLink : undefined
  const isAdvanceOffered = isAdvance && (payOnline !== undefined || onlineLink !== undefined)
  const advanceText = isAdvance ? formatAdvance({ advance: offer.advance, toPay }) : ''
  // A shopper pays on a page of its own.
  const solution = onlineLink && (isAdvance ? { ...onlineLink, label: advanceText, state: { asked } } : onlineLink)
  // Instead of this refusal the form says which advance is needed.
  const shownError = orderError?.isCodRefused && orderError.advance !== undefined ? undefined : orderError
  const summary = Object.keys(errors).length > 0 ? { text: describeAddressProblem(errors) } : undefined

  return (
    <DeliveryForm
      {...formProps}
      totals={totals}
      form={form}
      pinCodeHint={pinCodeHint}
      limit={problem === undefined ? undefined : { text: problem, link: isDelivered ? solution : undefined, linkRef: advanceLink }}
      addresses={account?.addresses}
      optional={account ? undefined : guestOptional}
      intro={
        isAdvanceOffered
          ? `Cash on delivery: ${advanceText.charAt(0).toLowerCase()}${advanceText.slice(1)} when your order arrives.`
          : problem !== undefined
            ? isDelivered
              ? 'Pay online by UPI, card or net banking.'
              : 'Enter an address that we deliver to.'
            : payOnline
              ? `Pay by UPI, card or net banking now, or pay the courier ${formatRupees(toPay)} in cash when your order arrives.`
              : `Cash on delivery: pay the courier ${formatRupees(toPay)} when your order arrives.`
      }
      onSubmit={handleSubmit(send, () => setOrderError(undefined))}
      onClear={account && form.clearAll}
      error={shownError ? { text: shownError.text, link: findSolution(shownError) } : summary}
      buttonRef={button}
      beforeSubmit={
        payOnline && (
          <>
            <PayButton
              ref={payButton}
              label="Pay online: UPI, card, net banking"
              hint="Securely on Razorpay. We never see your card number or UPI ID, and hold your items while you pay."
              isPaying={isPaying && pressed === 'online'}
              disabled={isSubmitting || !isDelivered}
              onClick={() => pay()}
            >
              <OnlineSaving totals={totals} online={chargeTotals({ ...priced, payment: 'online' })}>
                {(amount) => `${amount} when you pay online.`}
              </OnlineSaving>
            </PayButton>
            <Divider className="-mt-2 text-edge" />
            {isAdvance && (
              <AdvanceButton
                ref={advanceButton}
                advance={offer.advance}
                toPay={toPay}
                isPaying={isPaying && pressed === 'advance'}
                disabled={isSubmitting}
                onClick={() => pay({ payment: 'advance', advance: offer.advance })}
              />
            )}
          </>
        )
      }
      submitHint={problem === undefined ? `Cash on delivery, ${formatRupees(toPay)}` : undefined}
      isBusy={isSubmitting}
      disabledHint={isIncomplete ? 'Fill in every field to place the order. Only the landmark is optional.' : undefined}
      submitLabel={isSubmitting && !isPaying ? 'Placing your order…' : 'Place Order'}
    />
  )
}
