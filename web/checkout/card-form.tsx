import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DeliveryAddress } from '#contract/address.ts'
import type { CartLine } from '#contract/cart.ts'
import { formatRupees } from '#contract/money.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { formatItemCount } from '../orders/order-text.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { cardResolver, useAddressForm } from './address-form.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { type Checkout, toLineItems } from './load-checkout.ts'
import type { PreparationError } from './prepare-payment.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'
import { useCardPayment } from './use-card-payment.ts'

/** Not required before a card payment (spec §5). */
const optional = ['lastName', 'email', 'landmark', 'pinCode'] as const

/** In the order of the form: the focus goes to the first invalid field. */
const fieldOrder = ['firstName', 'lastName', 'phone', 'email', 'address', 'landmark', 'pinCode', 'city', 'state'] as const

const solutionLinks = {
  cart: { to: '/UserDashboard/cart', label: 'Go back to your cart' },
  cod: { to: '/UserDashboard/cod', label: 'Pay on delivery instead' },
} as const

/**
 * An unfinished payment holds stock, so the cart may report its own items as sold out. Trying again continues that
 * payment; the server checks the stock when it is created.
 */
function ignoreStock(line: CartLine): CartLine {
  return line.problem === 'sold_out' || line.problem === 'short' ? { ...line, problem: null, notice: null } : line
}

interface CardFormProps {
  checkout: Checkout
  quotedTotal: number | undefined
  scriptSrc: string
}

export function CardForm({ checkout: { lines: cartLines, total, savedAddress }, quotedTotal, scriptSrc }: CardFormProps) {
  const lines = cartLines.map(ignoreStock)
  const form = useAddressForm({ savedAddress, resolver: cardResolver })
  const { setError, handleSubmit, setFocus } = form
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<{ title: string; text: string; warning: boolean }>()
  const [inlineError, setInlineError] = useState<Extract<PreparationError, { kind: 'inline' }>>()
  const button = useRef<HTMLButtonElement>(null)
  const focusAfterDialog = useRef<() => void>(undefined)

  const showError = (error: PreparationError) => {
    if (error.kind === 'inline') {
      setInlineError(error)
      // The cart has changed since this page was loaded.
      if (error.solution === 'cart') revalidate()
      return
    }
    const invalid = fieldOrder.filter((name) => error.fields[name] !== undefined)
    for (const name of invalid) setError(name, { message: error.fields[name] ?? '' })
    const [first] = invalid
    focusAfterDialog.current = () => (first ? setFocus(first) : button.current?.focus())
    setDialog({ title: error.title, text: error.text, warning: false })
  }
  const { phase, pay } = useCardPayment({
    total,
    description: formatItemCount(lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    scriptSrc,
    onError: showError,
    onPaid: form.clearDraft,
  })
  const isBlocked = lines.some(({ problem }) => problem !== null)
  const isBusy = phase.step !== 'idle'

  // The overlay had the focus.
  useEffect(() => {
    if (!isBusy && inlineError !== undefined && document.activeElement === document.body) button.current?.focus()
  }, [isBusy, inlineError])

  const warnIncomplete = (errors: object) => {
    const first = fieldOrder.find((name) => name in errors)
    focusAfterDialog.current = () => first && setFocus(first)
    setDialog({ title: screenTexts.incompleteDetails, text: screenTexts.fillRequired, warning: true })
  }
  const submit = async (address: DeliveryAddress) => {
    setInlineError(undefined)
    await pay(address)
  }

  return (
    <>
      <DeliveryForm
        form={form}
        optional={optional}
        intro={`You pay ${formatRupees(total)} in the window of Razorpay, our payment provider. We never see your card details.`}
        onSubmit={handleSubmit(submit, warnIncomplete)}
        onClear={form.clearAll}
        items={toLineItems(lines)}
        total={total}
        quotedTotal={quotedTotal}
        error={inlineError && { text: inlineError.text, link: inlineError.solution && solutionLinks[inlineError.solution] }}
        buttonRef={button}
        isBusy={isBusy}
        isDisabled={isBlocked}
        describedBy={isBlocked ? 'blocked' : undefined}
        submitLabel={isBusy ? screenTexts.processingPayment : `Pay ${formatRupees(total)}`}
      >
        <p className="text-sm text-soft">We reserve these items while you pay.</p>
      </DeliveryForm>
      <AlertDialog
        open={dialog !== undefined}
        title={dialog?.title ?? ''}
        text={dialog?.text ?? ''}
        warning={dialog?.warning ?? false}
        onClose={() => {
          setDialog(undefined)
          focusAfterDialog.current?.()
        }}
      />
      <ProcessingOverlay phase={phase} />
    </>
  )
}
