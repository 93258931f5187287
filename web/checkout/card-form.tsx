import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { DeliveryAddress } from '#contract/address.ts'
import type { CartLine } from '#contract/cart.ts'
import { formatRupees, toRupees } from '#contract/money.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { calculateCartTotal } from '../cart/totals.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { useAddressForm } from './address-form.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { resolveCardDelivery } from './delivery-resolver.ts'
import type { Checkout } from './load-checkout.ts'
import { OrderSummary } from './order-summary.tsx'
import type { PreparationError } from './prepare-payment.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'
import { useCardPayment } from './use-card-payment.ts'

/** What this path does without (spec §5). */
const optional = ['lastName', 'email', 'landmark', 'pinCode'] as const

/** In the order of the form, so that the focus goes to the first that is wrong. */
const inOrder = ['firstName', 'lastName', 'phone', 'email', 'address', 'landmark', 'pinCode', 'city', 'state'] as const

interface Dialog {
  readonly title: string
  readonly text: string
  readonly warning: boolean
}

/**
 * After a payment that was left open the cart calls its own pieces sold out: the payment holds them, and trying again is
 * that same payment. So here the server says at the button whether the stock is there.
 */
function forgiveStock(line: CartLine): CartLine {
  return line.problem === 'sold_out' || line.problem === 'short' ? { ...line, problem: null, notice: null } : line
}

export function CardForm({ checkout, passed, scriptSrc }: { checkout: Checkout; passed: number | undefined; scriptSrc: string }) {
  const { savedAddress } = checkout
  const lines = checkout.lines.map(forgiveStock)
  const form = useAddressForm({ savedAddress, resolver: resolveCardDelivery })
  const { register, setValue, setError, handleSubmit, formState, setFocus } = form
  const { errors } = formState
  const { revalidate } = useRevalidator()
  const [dialog, setDialog] = useState<Dialog>()
  const [line, setLine] = useState<Extract<PreparationError, { kind: 'line' }>>()
  const button = useRef<HTMLButtonElement>(null)
  // Where the focus goes once a dialog has been read.
  const focusNext = useRef<() => void>(undefined)

  const showTrouble = (trouble: PreparationError) => {
    if (trouble.kind === 'line') {
      setLine(trouble)
      // The cart is not what this page shows any more.
      if (trouble.way === 'cart') revalidate()
      return
    }
    const named = inOrder.filter((name) => trouble.fields[name] !== undefined)
    for (const name of named) setError(name, { message: trouble.fields[name] ?? '' })
    const [first] = named
    focusNext.current = () => (first ? setFocus(first) : button.current?.focus())
    setDialog({ title: trouble.title, text: trouble.text, warning: false })
  }

  const total = toRupees(calculateCartTotal(lines))
  const { phase, pay } = useCardPayment({ lines, total, scriptSrc, onTrouble: showTrouble, onPaid: form.dropDraft })
  const blocked = lines.some(({ problem }) => problem !== null)
  const busy = phase.step !== 'idle'

  // The overlay had the focus and is gone: a keyboard finds its place again where the words stand.
  useEffect(() => {
    if (!busy && line !== undefined && document.activeElement === document.body) button.current?.focus()
  }, [busy, line])

  const warn = (wrong: object) => {
    const first = inOrder.find((name) => name in wrong)
    focusNext.current = () => first && setFocus(first)
    setDialog({ title: screenTexts.incompleteDetails, text: screenTexts.fillRequired, warning: true })
  }
  const send = async (address: DeliveryAddress) => {
    setLine(undefined)
    await pay(address)
  }

  return (
    <form
      noValidate
      aria-label="Delivery"
      onSubmit={handleSubmit(send, warn)}
      className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_24rem] xl:gap-x-20"
    >
      <div className="flex max-w-3xl flex-col gap-6">
        <p className="text-soft">
          You pay {formatRupees(total)} in the window of Razorpay, our payment provider. Your card never passes through our hands.
        </p>
        <DeliveryFields register={register} setValue={setValue} errors={errors} optional={optional} />
        <Button variant="quiet" className="-ml-4 self-start" disabled={busy} onClick={form.clear}>
          Clear all fields
        </Button>
      </div>
      <OrderSummary lines={lines} total={total} passed={passed}>
        <div role="alert" className="flex flex-col items-start gap-3 empty:hidden">
          {line && <p className="font-medium text-bad">{line.text}</p>}
          {line?.way === 'cart' && <LinkButton to="/UserDashboard/cart">Go back to your cart</LinkButton>}
          {line?.way === 'cod' && <LinkButton to="/UserDashboard/cod">Pay on delivery instead</LinkButton>}
        </div>
        <Button
          ref={button}
          type="submit"
          variant="primary"
          className="min-h-12 w-full"
          disabled={busy || blocked}
          aria-busy={busy}
          aria-describedby={blocked ? 'blocked' : undefined}
        >
          {busy ? screenTexts.processingPayment : `Pay ${formatRupees(total)}`}
        </Button>
        <p className="text-sm text-soft">We keep these pieces for you while you pay.</p>
      </OrderSummary>
      <AlertDialog
        open={dialog !== undefined}
        title={dialog?.title ?? ''}
        text={dialog?.text ?? ''}
        warning={dialog?.warning ?? false}
        onClose={() => {
          setDialog(undefined)
          focusNext.current?.()
        }}
      />
      <ProcessingOverlay phase={phase} />
    </form>
  )
}
