import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { formatItemCount } from '../../orders/shared/order-text.ts'
import type { OrderError } from '../place-order.ts'
import { createGuestPaymentCalls, type GuestOrder, openGuestPayment } from './guest-payment-calls.ts'
import { createPhasedPoll, type PaymentPhase } from './payment-phase.ts'
import { loadRazorpay, openPaymentWindow, type WindowResult } from './payment-window.ts'
import { savePendingPayment, updatePendingPayment } from './pending-guest-payment.ts'
import { ProcessingOverlay } from './processing-overlay.tsx'
import { type SettledPayment, settlePayment } from './settle-payment.ts'

const toError = (text: string): OrderError => ({ text, isCartOutdated: false, fields: {} })

/** What the form says about a payment that was not made; undefined when the result has a page of its own. */
function describeUnpaid(payment: SettledPayment): OrderError | undefined {
  if (payment.outcome === 'cancelled') {
    // A payment that was approved in a UPI app may still arrive, and then places the order.
    const lateApproval = 'If you approved it in your UPI app, please wait for our email before you pay again.'
    return toError(`${screenTexts.paymentCancelled}. ${screenTexts.paymentCancelledText} ${lateApproval}`)
  }
  if (payment.outcome !== 'failed') return undefined
  const reason = payment.reason ? ` The bank says: ${payment.reason}` : ''
  return toError(`${screenTexts.paymentFailed}.${reason} You can try UPI or another card.`)
}

interface GuestPaymentProps extends GuestOrder {
  /** the items are not those of the cart */
  leavesCart: boolean
  /** the payment was not made */
  onEnd: (error: OrderError) => void
}

/** Runs a guest's payment, from the chosen button to the page of its result. Leaving the page closes the window. */
export function GuestPayment({ leavesCart, onEnd, ...order }: GuestPaymentProps) {
  const { lines, address } = order
  const { storeName, checkoutScript } = useStoreConfig()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<PaymentPhase>({ step: 'processing' })

  /** Returns how the window has closed, or what to show on the form when it did not open. */
  const open = async (signal: AbortSignal) => {
    const opened = await openGuestPayment(order)
    if ('error' in opened) return opened
    const { token, ...paymentOrder } = opened.payment
    const Razorpay = await loadRazorpay(checkoutScript ?? '').catch(() => undefined)
    if (!Razorpay) return { error: toError(screenTexts.scriptFailed) }
    if (signal.aborted) return undefined
    savePendingPayment({ token, lines: leavesCart ? [] : lines, address })
    const description = formatItemCount(lines.reduce((sum, { qty }) => sum + qty, 0))
    const returnPath = '/api/v1/payments/razorpay/return'
    const result = await openPaymentWindow({ Razorpay, paymentOrder, address, storeName, description, returnPath, signal })
    if (result.success) updatePendingPayment({ token, isReported: true })
    return { token, result }
  }

  /** Returns what to show on the form, or opens the page of the result. */
  const settle = async ({ token, result, signal }: { token: string; result: WindowResult; signal: AbortSignal }) => {
    const calls = createGuestPaymentCalls(token)
    // The window may have taken the money, so an error leads to the page of the result, which asks on.
    const payment = await settlePayment({ calls, result, poll: createPhasedPoll({ setPhase, signal }) }).catch(() => undefined)
    if (signal.aborted) return undefined
    const error = payment && describeUnpaid(payment)
    if (error) updatePendingPayment({ token, isClosed: true })
    // A new document, so the page stays blocked until it loads.
    else await navigate(`/payment-result?${new URLSearchParams({ token })}`, { replace: true })
    return error
  }

  const start = useEffectEvent(async (signal: AbortSignal) => {
    const opened = await open(signal).catch(() => ({ error: toError(`${screenTexts.paymentFailed}. ${screenTexts.paymentFailedText}`) }))
    if (signal.aborted || !opened) return
    const error = 'error' in opened ? opened.error : await settle({ ...opened, signal })
    if (error && !signal.aborted) onEnd(error)
  })
  useEffect(() => {
    const controller = new AbortController()
    start(controller.signal)
    return () => controller.abort()
  }, [])
  return <ProcessingOverlay phase={phase} hasOrders={false} />
}
