import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { ApiError, call, NetworkError } from '../../api/client.ts'
import { describeFailure } from '../../api/describe-failure.ts'
import { useStoreConfigIfLoaded } from '../../layout/store-config.ts'
import { Button } from '../../ui/button.tsx'
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts'
import { loadRazorpay, openPaymentWindow } from './payment-window.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'

const returnPath = '/api/v1/payments/razorpay/return?from=order'

const pollIntervalMs = 2_000
const maxPolls = 30

/** What became of a payment, for its shopper. */
export const outcomeTexts = {
  paid: 'We have received your payment, and your order is confirmed. You have nothing to pay the courier.',
  refunded: 'Your order had ended or was packed before your payment arrived. We refund the payment.',
  open: 'Your bank has not confirmed the payment yet. Please do not pay again: when it does, your order is confirmed automatically.',
} as const

/** What became of the payment. A payment that the window reported, or whose status cannot be read, is not given up for a minute. */
export async function pollPayment({ token, isReported, signal }: { token: string; isReported: boolean; signal: AbortSignal }) {
  for (let polls = 0; polls < maxPolls && !signal.aborted; polls += 1) {
    const status = await call('POST /order/confirmation/payment', { body: { token } }, { signal }).then(
      (reply) => reply.status,
      (error: unknown) => {
        const isInconclusive = error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))
        if (!isInconclusive) throw error
        return 'in progress' as const
      },
    )
    if (status === 'paid' || status === 'refunded') return status
    if (status === 'unpaid' && !isReported) return status
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
  return 'open'
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
  onError: (message: string | undefined) => void
}

/** Pays an order on delivery in the provider's window. Nothing is shown when card payment is off. */
export function PayOrderOnline({ token, number, amount, isOnlyWay, isMain = isOnlyWay, disabled, onDone, onError }: PayOrderOnlineProps) {
  const config = useStoreConfigIfLoaded()
  const { revalidate } = useRevalidator()
  const [step, setStep] = useState<'idle' | 'processing' | 'polling'>('idle')
  const [hasFailed, setFailed] = useState(false)
  const running = useRef<AbortController>(undefined)
  const button = useReturnFocus({ failed: hasFailed, busy: step !== 'idle' })
  // Leaving the page closes the window. The server settles what was paid in it.
  useEffect(() => () => running.current?.abort(), [])
  if (!config?.checkoutScript) return null
  const { checkoutScript, storeName } = config

  const run = async (signal: AbortSignal) => {
    const { contact, ...paymentOrder } = await call('POST /order/confirmation/pay', { body: { token, amount } })
    const Razorpay = await loadRazorpay(checkoutScript).catch(() => undefined)
    if (!Razorpay) throw new Error(screenTexts.scriptFailed)
    const description = `Order ${number}`
    const { success } = await openPaymentWindow({ Razorpay, paymentOrder, address: contact, storeName, description, returnPath, signal })
    setStep('polling')
    return pollPayment({ token, isReported: success !== undefined, signal })
  }
  const pay = async () => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    onError(undefined)
    setFailed(false)
    setStep('processing')
    try {
      const outcome = await run(controller.signal)
      if (outcome === 'paid' || outcome === 'refunded') return onDone(outcomeTexts[outcome])
      onError(
        outcome === 'unpaid' ? `You have not paid. You can try again${isOnlyWay ? '' : ', or pay the courier'}.` : outcomeTexts[outcome],
      )
    } catch (error) {
      if (controller.signal.aborted) return
      // The page shows what is to be paid now.
      if (error instanceof ApiError && error.code === 'advance_changed') await revalidate()
      onError(error instanceof ApiError || error instanceof NetworkError ? describeFailure(error) : screenTexts.scriptFailed)
    }
    running.current = undefined
    setFailed(true)
    setStep('idle')
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
      {step !== 'idle' && <ProcessingOverlay phase={{ step }} />}
    </>
  )
}
