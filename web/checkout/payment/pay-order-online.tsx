import { useEffect, useRef, useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError, call, NetworkError } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { useStoreConfigIfLoaded } from '../../layout/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { createPhasedPoll, type PaymentPhase } from './payment-phase.ts'
import { loadRazorpay, openPaymentWindow } from './payment-window.ts'
import { type PendingPayment, readPendingPayment, savePendingPayment } from './pending-payment.ts'
import { type PollOptions, pollPayment } from './poll-payment.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'

const returnPath = '/api/v1/payments/razorpay/return?from=order'

/** The storage key of the payment of an order that was opened in this tab. */
const storageKey = 'orderPayment'

/** The payment of the link's order that was opened in this tab and whose end is not known; undefined without one. */
export function readPendingOrderPayment(token: string): PendingPayment | undefined {
  const pending = readPendingPayment(storageKey)
  return pending?.id === token ? pending : undefined
}

/** Its end is known. */
export const clearPendingOrderPayment = (): void => savePendingPayment(storageKey, undefined)

/** What became of a payment, for its shopper. */
export const outcomeTexts = {
  paid: 'We have received your payment, and your order is confirmed. You have nothing to pay the courier.',
  refunded: 'Your order had ended or was packed before your payment arrived. We refund the payment.',
  open: 'Your bank has not confirmed the payment yet. Please do not pay again: when it does, your order is confirmed automatically.',
} as const

type OrderPaymentStatus = CallReply<'POST /order/confirmation/payment'>['status']

interface OrderPaymentPoll {
  readonly token: string
  /** an unpaid payment ends the poll: not when it may have been paid */
  readonly endsUnpaid: boolean
  readonly poll: PollOptions
}

/** What became of the payment of an order, for as long as it takes. Throws the API's rejections. */
export async function pollOrderPayment({ token, endsUnpaid, poll }: OrderPaymentPoll): Promise<OrderPaymentStatus> {
  const read = (signal: AbortSignal) => call('POST /order/confirmation/payment', { body: { token } }, { signal })
  const isFinal = ({ status }: { status: OrderPaymentStatus }) =>
    status === 'paid' || status === 'refunded' || (status === 'unpaid' && endsUnpaid)
  return (await pollPayment({ read, isFinal, ...poll })).status
}

interface PayOrderOnlineProps {
  /** the token of the link */
  token: string
  number: string
  /** rupees, as the page shows it */
  amount: number
  /** the order cannot be paid on delivery */
  isOnlyWay: boolean
  /** it is what the page is for */
  isMain?: boolean
  disabled: boolean
  onDone: (message: string) => void
  /** reads the order again, because it costs something else */
  onChange: () => Promise<void>
  onError: (message: string | undefined) => void
}

/** Pays an order on delivery in the provider's window. Nothing is shown when card payment is off. */
export function PayOrderOnline({
  token,
  number,
  amount,
  isOnlyWay,
  isMain = isOnlyWay,
  disabled,
  onDone,
  onChange,
  onError,
}: PayOrderOnlineProps) {
  const config = useStoreConfigIfLoaded()
  const [phase, setPhase] = useState<PaymentPhase>({ step: 'idle' })
  const { step } = phase
  const [hasFailed, setFailed] = useState(false)
  const running = useRef<AbortController>(undefined)
  const button = useReturnFocus({ failed: hasFailed, busy: step !== 'idle' })
  // Leaving the page closes the window. The server settles what was paid in it.
  useEffect(() => () => running.current?.abort(), [])
  if (!config?.checkoutScript) return null
  const { checkoutScript, storeName } = config

  /** Opens the window. Returns whether it has reported success. */
  const open = async (signal: AbortSignal): Promise<boolean> => {
    const { contact, ...paymentOrder } = await call('POST /order/confirmation/pay', { body: { token, amount } })
    const Razorpay = await loadRazorpay(checkoutScript).catch(() => undefined)
    if (!Razorpay) throw new Error(screenTexts.scriptFailed)
    const description = `Order ${number}`
    savePendingPayment(storageKey, { id: token })
    const { success } = await openPaymentWindow({ Razorpay, paymentOrder, address: contact, storeName, description, returnPath, signal })
    if (success) savePendingPayment(storageKey, { id: token, success })
    return success !== undefined
  }
  /** What became of the payment. The window may have taken the money, so an error is not told as a failure. */
  const settle = async ({ isReported, signal }: { isReported: boolean; signal: AbortSignal }) => {
    setPhase({ step: 'polling' })
    const poll = createPhasedPoll({ setPhase, signal })
    return await pollOrderPayment({ token, endsUnpaid: !isReported, poll }).catch(() => 'in progress' as const)
  }
  const pay = async () => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    onError(undefined)
    setFailed(false)
    setPhase({ step: 'processing' })
    try {
      const status = await settle({ isReported: await open(signal), signal })
      if (signal.aborted) return
      if (status === 'in progress') return onDone(outcomeTexts.open)
      clearPendingOrderPayment()
      if (status !== 'unpaid') return onDone(outcomeTexts[status])
      onError(`You have not paid. You can try again${isOnlyWay ? '' : ', or pay the courier'}.`)
    } catch (error) {
      if (signal.aborted) return
      clearPendingOrderPayment()
      // The form shows what is to be paid now.
      if (error instanceof ApiError && error.code === 'advance_changed') await onChange()
      onError(error instanceof ApiError || error instanceof NetworkError ? describeFailure(error) : screenTexts.scriptFailed)
    }
    running.current = undefined
    setFailed(true)
    setPhase({ step: 'idle' })
  }
  return (
    <>
      <Button
        ref={button}
        variant={isMain ? 'primary' : 'outline'}
        disabled={disabled || step !== 'idle'}
        aria-busy={step !== 'idle'}
        onClick={pay}
        className="min-h-12"
      >
        Pay online
      </Button>
      {step !== 'idle' && <ProcessingOverlay phase={phase} hasOrders={false} />}
    </>
  )
}
