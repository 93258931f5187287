import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeliveryAddress } from '#contract/address.ts'
import { isUnauthorized } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { type PaymentOutcome, savePaymentOutcome } from '../../orders/shared/payment-outcome.ts'
import type { PaymentShare } from '../advance-button.tsx'
import { openPaymentWindow } from './payment-window.ts'
import { type PreparationError, preparePayment } from './prepare-payment.ts'
import { type PaymentCalls, type SettledPayment, settlePayment } from './settle-payment.ts'

/** `polling`: the payment's result is not known yet. `stalled`: polling has paused until `resume` is called. */
export type PaymentPhase = { readonly step: 'idle' | 'processing' | 'polling' } | { readonly step: 'stalled'; readonly resume: () => void }

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

/** Runs a card payment from the submitted form to its result page. One at a time. */
export function useCardPayment({
  total,
  toPay,
  description,
  scriptSrc,
  onError,
  onPaid,
}: {
  /** rupees */
  total: number
  /** rupees, when the page has shown it */
  toPay: number | undefined
  /** shown in the payment window */
  description: string
  scriptSrc: string
  onError: (error: PreparationError, address: DeliveryAddress) => void
  onPaid: () => void
}): { phase: PaymentPhase; pay: (address: DeliveryAddress, share?: PaymentShare) => Promise<void> } {
  const { storeName } = useStoreConfig()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<PaymentPhase>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)

  // Leaving the page closes the window. The server settles what was paid in it.
  useEffect(() => () => running.current?.abort(), [])

  const run = async ({ address, share, signal }: Chosen & { signal: AbortSignal }): Promise<ResultPage | undefined> => {
    const prepared = await preparePayment({ address, total, toPay, share, scriptSrc })
    if (signal.aborted) return undefined
    if ('error' in prepared) {
      onError(prepared.error, address)
      return undefined
    }
    const result = await openPaymentWindow({ ...prepared, address, storeName, description, returnPath, signal })
    const onWait = () => setPhase({ step: 'polling' })
    const onStall = () => new Promise<void>((resolve) => setPhase({ step: 'stalled', resume: resolve })).then(onWait)
    const payment = await settlePayment({ calls: createPaymentCalls(prepared.paymentOrder.id), result, poll: { signal, onWait, onStall } })
    if (payment.outcome === 'paid' && !signal.aborted) onPaid()
    return getResultPage(payment, share)
  }

  const pay = async (address: DeliveryAddress, share?: PaymentShare) => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setPhase({ step: 'processing' })
    // After a 401 the area opens the login screen.
    const page = await run({ address, share, signal: controller.signal }).catch((error: unknown) =>
      isUnauthorized(error) ? undefined : getResultPage({ outcome: 'failed', reason: undefined }),
    )
    if (controller.signal.aborted) return
    if (page === undefined) {
      running.current = undefined
      setPhase({ step: 'idle' })
      return
    }
    // The result page is a new document. Until it loads this one stays blocked, or the shopper could pay again.
    savePaymentOutcome(page.outcome)
    await navigate(page.href, { replace: true })
  }
  return { phase, pay }
}
