import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeliveryAddress } from '#contract/address.ts'
import type { CartLine } from '#contract/cart.ts'
import { ApiError } from '../api/client.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import { formatItemCount } from '../orders/order-text.ts'
import { type PaymentOutcome, savePaymentOutcome } from '../orders/payment-outcome.ts'
import { openPaymentWindow } from './payment-window.ts'
import { type PreparationError, preparePayment } from './prepare-payment.ts'
import { type PaymentEnd, settlePayment } from './settle-payment.ts'

/** What the blocking dialog says: nothing, that it works, that it asks, or that asking has taken long. */
export type Phase = { readonly step: 'idle' | 'working' | 'asking' } | { readonly step: 'stalled'; readonly askAgain: () => void }

/** Where each end of a payment leads (spec §2, §8), and what the screen there may tell beyond its own words. */
function findWay(ended: PaymentEnd): { to: string; news: PaymentOutcome } {
  if (ended.end === 'paid') {
    const query = new URLSearchParams({ status: 'success', payment_id: ended.paymentId })
    return { to: `/UserDashboard/myOrders?${query}`, news: { paid: ended.paymentId } }
  }
  if (ended.end === 'refunded') return { to: '/UserDashboard/PaymentFailure?status=failed', news: { words: ended.words } }
  if (ended.end === 'unverified') return { to: '/UserDashboard/PaymentFailure?status=failed', news: {} }
  if (ended.end === 'failed') return { to: '/order-summary?status=failed', news: { reason: ended.reason } }
  return { to: '/UserDashboard/PaymentCancelled?status=canceled', news: {} }
}

/** The card payment from the pressed button to the screen that says how it ended. One at a time. */
export function useCardPayment({
  lines,
  total,
  scriptSrc,
  onTrouble,
  onPaid,
}: {
  lines: readonly CartLine[]
  /** rupees */
  total: number
  scriptSrc: string
  onTrouble: (trouble: PreparationError) => void
  onPaid: () => void
}): { phase: Phase; pay: (address: DeliveryAddress) => Promise<void> } {
  const { storeName } = useStoreConfig()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<Phase>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  const leaving = useRef(false)

  // Leaving the page by the browser's back button takes the window along; what was paid in it the server finds out.
  useEffect(() => () => running.current?.abort(), [])

  const run = async ({ address, signal }: { address: DeliveryAddress; signal: AbortSignal }) => {
    const prepared = await preparePayment({ address, total, scriptSrc })
    if (signal.aborted) return
    if ('trouble' in prepared) return onTrouble(prepared.trouble)
    const { Razorpay, opened } = prepared
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const closed = await openPaymentWindow({ Razorpay, opened, address, storeName, description: formatItemCount(pieces), signal })
    const ended = await settlePayment({
      id: opened.id,
      closed,
      asking: {
        signal,
        onWait: () => setPhase({ step: 'asking' }),
        onStall: () =>
          new Promise((resolve) => {
            const askAgain = () => {
              setPhase({ step: 'asking' })
              resolve()
            }
            setPhase({ step: 'stalled', askAgain })
          }),
      },
    })
    if (signal.aborted) return
    if (ended.end === 'paid') onPaid()
    await leave(findWay(ended))
  }

  /** For a new document: until it is there, this one stays blocked, or what is paid could be paid once more. */
  const leave = async ({ to, news }: ReturnType<typeof findWay>) => {
    leaving.current = true
    savePaymentOutcome(news)
    await navigate(to, { replace: true })
  }

  const pay = async (address: DeliveryAddress) => {
    if (running.current !== undefined) return
    const control = new AbortController()
    running.current = control
    setPhase({ step: 'working' })
    try {
      await run({ address, signal: control.signal })
    } catch (problem) {
      // A 401 is answered by the area, which leads to the login screen and back.
      if (control.signal.aborted || (problem instanceof ApiError && problem.status === 401)) return
      await leave({ to: '/order-summary?status=failed', news: {} })
    } finally {
      if (!leaving.current) {
        running.current = undefined
        setPhase({ step: 'idle' })
      }
    }
  }
  return { phase, pay }
}
