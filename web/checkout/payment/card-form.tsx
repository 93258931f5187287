import { useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { CartLine } from '#contract/cart/cart.ts'
import { type DeliveryAddress, isAddressComplete, listMissingFields, type MissingField } from '#contract/kernel/address.ts'
import { holdMinutes } from '#contract/kernel/business.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { getToPay } from '#contract/orders/adjustments.ts'
import { chargeTotals, toOfferFields } from '../../cart/offer/cart-offer.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { addressFields } from '../../orders/shared/address-fields.ts'
import { cardResolver, useAddressForm } from '../../orders/shared/address-form.ts'
import { formatItemCount } from '../../orders/shared/order-text.ts'
import { findDeliveryProblem, readCodOffer } from '../../orders/shared/pin-answer.ts'
import { usePinCodeHint } from '../../orders/shared/use-pin-code-hint.ts'
import { useShopperNote } from '../../orders/shared/use-shopper-note.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { AdvanceButton, type PaymentShare } from '../advance-button.tsx'
import { type AskedAdvance, applyAskedAdvance } from '../asked-advance.ts'
import { DeliveryForm } from '../delivery-form.tsx'
import { clearPurchaseReport } from '../purchase-report.ts'
import { useBoughtOffer } from '../use-bought-offer.ts'
import { type Checkout, calculateLineTotals, toLineItems } from './load-checkout.ts'
import type { PreparationError } from './prepare-payment.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'
import { useCardPayment } from './use-card-payment.ts'

/** Not required before a card payment (spec §5). */
const optional = ['lastName', 'email', 'landmark', 'pinCode'] as const

/**
 * An unfinished payment holds stock, so the cart may report its own items as sold out. Trying again continues that
 * payment; the server checks the stock when it is created.
 */
function ignoreStock(line: CartLine): CartLine {
  return line.problem === 'sold_out' || line.problem === 'short' ? { ...line, problem: null, notice: null } : line
}

interface Chosen {
  address: DeliveryAddress
  /** all by default */
  share: PaymentShare | undefined
}

interface CardFormProps {
  checkout: Checkout
  quotedTotal: number | undefined
  scriptSrc: string
  /** when the order was refused on delivery */
  askedAdvance?: AskedAdvance | undefined
}

/** Address and payment by card. */
export function CardForm({ checkout, quotedTotal, scriptSrc, askedAdvance }: CardFormProps) {
  const { lines: loadedLines, savedAddress, addresses, buyNow, cartLink } = checkout
  const boughtOffer = useBoughtOffer(checkout)
  const quote = boughtOffer ? boughtOffer.quote : checkout.quote
  const lines = loadedLines.map(ignoreStock)
  const shopperNote = useShopperNote()
  const { policies } = useStoreConfig()
  const form = useAddressForm({ savedAddress, resolver: cardResolver })
  const { setError, handleSubmit, setFocus, watch } = form
  const pinCodeHint = usePinCodeHint(form)
  const priced = { totals: calculateLineTotals(lines), quote, policies, pinCharge: pinCodeHint.answer?.charge }
  const totals = chargeTotals({ ...priced, payment: 'online' })
  const [asked, setAsked] = useState(askedAdvance)
  const answer = applyAskedAdvance({ answer: pinCodeHint.answer, asked, address: watch() })
  const problem = findDeliveryProblem({ answer, toPay: getToPay(totals), isOnDelivery: false })
  // The discount for paying online is not for an advance.
  const advanceOf = getToPay(chargeTotals(priced))
  const offer = readCodOffer({ answer, toPay: advanceOf })
  const toPay = formatRupees(getToPay(totals))
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<{ title: string; text: string; warning?: boolean }>()
  const [inlineError, setInlineError] = useState<Extract<PreparationError, { kind: 'inline' }>>()
  /** shown to the shopper before it is used, because the courier misses something */
  const [unchecked, setUnchecked] = useState<Chosen>()
  const focusAfterDialog = useRef<() => void>(undefined)

  const showError = (error: PreparationError, { phone, pinCode }: DeliveryAddress) => {
    if (error.kind === 'inline') {
      if (error.advance !== undefined) setAsked({ advance: error.advance, phone, pinCode })
      setInlineError(error)
      // The cart has changed since this page was loaded.
      if (error.link?.to === cartLink.to) revalidate()
      return
    }
    const invalid = addressFields.filter((name) => error.fields[name] !== undefined)
    for (const name of invalid) setError(name, { message: error.fields[name] ?? '' })
    const [first] = invalid
    focusAfterDialog.current = () => (first ? setFocus(first) : button.current?.focus())
    setDialog({ title: error.title, text: error.text })
  }
  const { phase, pay } = useCardPayment({
    total: totals.totalPrice,
    note: shopperNote.note,
    bought: buyNow && { buyNow, offerCode: toOfferFields(priced).offerCode },
    cartLink,
    toPay: { full: toOfferFields({ ...priced, payment: 'online' }).toPay, advance: toOfferFields(priced).toPay },
    description: formatItemCount(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    scriptSrc,
    onError: showError,
    onPaid: () => {
      form.clearDraft()
      shopperNote.clear()
      clearPurchaseReport()
    },
  })
  const isBusy = phase.step !== 'idle'
  const button = useReturnFocus({ failed: inlineError !== undefined, busy: isBusy })

  const warnIncomplete = (errors: FieldErrors<DeliveryAddress>) => {
    const first = addressFields.find((name) => name in errors)
    focusAfterDialog.current = () => first && setFocus(first)
    setDialog({ title: screenTexts.incompleteDetails, text: screenTexts.fillRequired, warning: true })
  }
  const startPayment = async ({ address, share }: Chosen) => {
    setInlineError(undefined)
    await pay(address, share)
  }
  const submit = (share?: PaymentShare) =>
    handleSubmit(
      (address) => (isAddressComplete(address) ? startPayment({ address, share }) : setUnchecked({ address, share })),
      warnIncomplete,
    )

  return (
    <>
      <DeliveryForm
        form={form}
        pinCodeHint={pinCodeHint}
        limit={problem === undefined ? undefined : { text: problem }}
        addresses={addresses}
        optional={optional}
        shopperNote={shopperNote}
        intro={`You pay ${toPay} by UPI or card, securely on Razorpay. We never see your card number or UPI ID.`}
        onSubmit={submit()}
        onClear={form.clearAll}
        items={toLineItems(lines)}
        totals={totals}
        quotedTotal={quotedTotal}
        {...(boughtOffer && { offer: boughtOffer })}
        cartLink={cartLink}
        error={inlineError}
        buttonRef={button}
        beforeSubmit={
          problem === undefined &&
          offer.cod === 'advance' && (
            <AdvanceButton
              advance={offer.advance}
              toPay={advanceOf}
              isPaying={isBusy}
              disabled={isBusy}
              onClick={() => submit({ payment: 'advance', advance: offer.advance })()}
            />
          )
        }
        isBusy={isBusy}
        submitLabel={isBusy ? screenTexts.processingPayment : `Pay ${toPay}`}
      >
        Reserved for up to {holdMinutes} minutes while you pay.
      </DeliveryForm>
      {unchecked && (
        <CourierHint
          missing={listMissingFields(unchecked.address)}
          hasEmail={unchecked.address.email !== ''}
          onAdd={() => {
            setUnchecked(undefined)
            const [first] = listMissingFields(unchecked.address)
            if (first) setTimeout(() => setFocus(first), 0)
          }}
          onPay={() => {
            setUnchecked(undefined)
            startPayment(unchecked)
          }}
        />
      )}
      {dialog && (
        <AlertDialog
          open
          {...dialog}
          onClose={() => {
            setDialog(undefined)
            focusAfterDialog.current?.()
          }}
        />
      )}
      {isBusy && <ProcessingOverlay phase={phase} />}
    </>
  )
}

const descriptions: Readonly<Record<MissingField, string>> = {
  phone: 'a phone number of 10 digits',
  pinCode: 'a PIN code of 6 digits',
}

/** Recommends, before the payment, what the courier misses in the address. The shopper may pay without it (spec §5). */
function CourierHint({
  missing,
  hasEmail,
  onAdd,
  onPay,
}: {
  missing: readonly MissingField[]
  hasEmail: boolean
  onAdd: () => void
  onPay: () => void
}) {
  return (
    <Dialog open onClose={onAdd} title="The courier needs these">
      <ul className="flex list-disc flex-col gap-1 pl-5 font-medium">
        {missing.map((field) => (
          <li key={field}>{descriptions[field]}</li>
        ))}
      </ul>
      <p className="text-soft">
        Without {missing.length > 1 ? 'them' : 'it'} your parcel may not reach you. You can also pay now and complete the address later,{' '}
        {hasEmail ? 'with the link in our email or ' : ''}on the page of your order.
      </p>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={onPay}>Pay without {missing.length > 1 ? 'them' : 'it'}</Button>
        <Button variant="primary" autoFocus onClick={onAdd}>
          Add {missing.length > 1 ? 'them' : 'it'}
        </Button>
      </div>
    </Dialog>
  )
}
