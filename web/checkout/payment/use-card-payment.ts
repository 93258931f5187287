import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeliveryAddress } from '#contract/kernel/address.ts'
import { isUnauthorized } from '../../api/client.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { type PaymentOutcome, savePaymentOutcome } from '../../orders/shared/payment-outcome.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { draftKey } from '../../session/drafts.ts'
import type { PaymentShare } from '../advance-button.tsx'
import { createPhasedPoll, type PaymentPhase } from './payment-phase.ts'
import { openPaymentWindow, type WindowResult } from './payment-window.ts'
import { type PendingPayment, readPendingPayment, savePendingPayment } from './pending-payment.ts'
import { type CheckoutTerms, type PreparationError, preparePayment } from './prepare-payment.ts'
import { type PaymentCalls, type SettledPayment, settlePayment } from './settle-payment.ts'

const getStorageKey = () => draftKey('pending payment')

/** The calls about a shopper's payment. `id`: of the provider's order. */
export const createPaymentCalls = (id: string): PaymentCalls => ({
  verify: (success, signal) => callSignedIn('POST /order/verify-payment', { body: success }, { signal }),
  fetchStatus: (signal) => callSignedIn('GET /order/payment/:id', { params: { id } }, { signal }),
})

const returnPath = '/api/v1/payments/razorpay/return?from=shopper'

interface Chosen {
  readonly address: DeliveryAddress
  readonly share: PaymentShare | undefined
}

interface ResultPage {
  readonly href: string
  readonly outcome: PaymentOutcome
}

/** The result page of a payment (spec §2, §8) and what to show on it. An advance leads to the orders on delivery. */
export function getResultPage(payment: SettledPayment, share?: PaymentShare): ResultPage {
  switch (payment.outcome) {
    case 'paid': {
      const query = new URLSearchParams({ status: 'success', payment_id: payment.paymentId })
      return { href: `/UserDashboard/${share ? 'codOrders' : 'myOrders'}?${query}`, outcome: { paidPaymentId: payment.paymentId } }
    }
    case 'refunded':
      return { href: '/UserDashboard/PaymentFailure?status=failed', outcome: { refundMessage: payment.message } }
    case 'unverified':
      return { href: '/UserDashboard/PaymentFailure?status=failed', outcome: {} }
    case 'failed':
      return { href: '/order-summary?status=failed', outcome: { failureReason: payment.reason } }
    case 'cancelled':
      return { href: '/UserDashboard/PaymentCancelled?status=canceled', outcome: {} }
  }
}

/**
 * Runs a card payment from the submitted form to its result page. One at a time. A payment that was opened before this document was
 * loaded is looked for first.
 */
export function useCardPayment({
  toPay,
  description,
  onError,
  onPaid,
  ...terms
}: CheckoutTerms & {
  /** rupees, when the page has shown it: for a payment of all of it, and for an advance */
  toPay: { readonly full: number | undefined; readonly advance: number | undefined }
  /** shown in the payment window */
  description: string
  onError: (error: PreparationError, address: DeliveryAddress) => void
  onPaid: () => void
}): { phase: PaymentPhase; pay: (address: DeliveryAddress, share?: PaymentShare) => Promise<void> } {
  const { storeName } = useStoreConfig()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<PaymentPhase>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)

  /** Returns the payment whose window was opened, and what it reported, or undefined without one. */
  const open = async ({ address, share, signal }: Chosen & { signal: AbortSignal }) => {
    const prepared = await preparePayment({ ...terms, address, share, toPay: share ? toPay.advance : toPay.full })
    if (signal.aborted) return undefined
    if ('error' in prepared) {
      onError(prepared.error, address)
      return undefined
    }
    const { id } = prepared.paymentOrder
    savePendingPayment(getStorageKey(), { id, share })
    const result = await openPaymentWindow({ ...prepared, address, storeName, description, returnPath, signal })
    if (result.success) savePendingPayment(getStorageKey(), { id, share, success: result.success })
    return { id, share, result }
  }

  /** Opens the result page once the payment has ended. The window may have taken the money, so no error ends this. */
  const settle = async ({ id, share, result, controller }: PendingPayment & { result?: WindowResult; controller: AbortController }) => {
    const { signal } = controller
    const leave = () => {
      controller.abort()
      savePendingPayment(getStorageKey(), undefined)
      running.current = undefined
      setPhase({ step: 'idle' })
    }
    const phased = createPhasedPoll({ setPhase, signal })
    const unconfirmed = { signal, onWait: () => setPhase({ step: 'unconfirmed', leave }), onStall: () => new Promise<void>(() => {}) }
    const payment = await settlePayment({ calls: createPaymentCalls(id), result, poll: result ? phased : unconfirmed })
    if (signal.aborted) return
    savePendingPayment(getStorageKey(), undefined)
    if (payment.outcome === 'paid') onPaid()
    // The result page is a new document. Until it loads this one stays blocked, or the shopper could pay again.
    const page = getResultPage(payment, share)
    savePaymentOutcome({ ...page.outcome, checkoutSearch: location.search })
    await navigate(page.href, { replace: true })
  }

  const resume = useEffectEvent((controller: AbortController) => {
    const pending = readPendingPayment(getStorageKey())
    if (!pending || running.current) return
    running.current = controller
    setPhase({ step: 'polling' })
    const result = pending.success && { success: pending.success }
    // After a 401 the area opens the login screen, and this page looks again after it.
    settle({ ...pending, result, controller }).catch(() => {})
  })

  // Leaving the page closes the window. The server settles what was paid in it.
  useEffect(() => {
    const resumed = new AbortController()
    resume(resumed)
    return () => {
      resumed.abort()
      running.current?.abort()
      running.current = undefined
    }
  }, [])

  const pay = async (address: DeliveryAddress, share?: PaymentShare) => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setPhase({ step: 'processing' })
    try {
      const opened = await open({ address, share, signal: controller.signal })
      if (controller.signal.aborted) return
      if (opened) return await settle({ ...opened, controller }).catch(() => {})
    } catch (error) {
      if (controller.signal.aborted) return
      savePendingPayment(getStorageKey(), undefined)
      // After a 401 the area opens the login screen.
      if (!isUnauthorized(error)) {
        savePaymentOutcome({ checkoutSearch: location.search })
        return await navigate(getResultPage({ outcome: 'failed', reason: undefined }).href, { replace: true })
      }
    }
    running.current = undefined
    setPhase({ step: 'idle' })
  }
  return { phase, pay }
}
