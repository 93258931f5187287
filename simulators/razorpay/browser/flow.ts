import { ApiError, callApi, type PaymentResult, type Session } from './api.ts'
import { showBank } from './bank-view.ts'
import type { CheckoutFlow } from './flow-types.ts'
import { showMethods } from './method-view.ts'
import type { CheckoutOptions, CheckoutResult } from './options.ts'
import { showFailed, showPaid, showRejected } from './result-view.ts'
import type { Shell } from './shell.ts'
import { showUpiWait } from './upi-view.ts'

const PAID_VIEW_MS = 900
const POLL_INTERVAL_MS = 1000

export function createFlow({
  options,
  session,
  shell,
  notifyPage,
}: {
  options: CheckoutOptions
  session: Session
  shell: Shell
  notifyPage: (result: CheckoutResult) => void
}): CheckoutFlow {
  const getPaymentPath = () => `/payments/${encodeURIComponent(flow.paymentId ?? '')}`

  async function callBusy<Reply>(call: { path: string; body: unknown }): Promise<Reply> {
    shell.setBusy({ busy: true })
    try {
      return await callApi<Reply>(call)
    } finally {
      shell.setBusy({ busy: false })
    }
  }

  function handleResult({ result }: { result: PaymentResult }): void {
    if (flow.ended || result.status === 'waiting') return
    flow.paymentId = null
    if (result.status === 'paid') {
      flow.ended = true
      showPaid({ flow })
      setTimeout(() => notifyPage({ type: 'paid', response: result.response }), PAID_VIEW_MS)
      return
    }
    notifyPage({ type: 'failed', error: result.error })
    if (options.retry) showFailed({ flow, error: result.error })
    else flow.end()
  }

  const flow: CheckoutFlow = {
    options,
    session,
    shell,
    paymentId: null,
    buyer: { email: options.prefill.email, contact: options.prefill.contact },
    ended: false,
    showMethods: () => showMethods({ flow }),

    async pay({ instrument }) {
      const { key, order_id, amount, description, notes } = options
      const body = { key, order_id, amount, description, notes, ...flow.buyer, instrument }
      try {
        const reply = await callBusy<PaymentResult & { payment_id: string }>({ path: '/payments', body })
        flow.paymentId = reply.payment_id
        if (reply.status !== 'waiting') handleResult({ result: reply })
        else if (instrument.method === 'upi') showUpiWait({ flow })
        else showBank({ flow, instrument })
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        showMethods({ flow, method: instrument.method, error: cause.error.description })
      }
    },

    async answer({ body }) {
      try {
        const result = await callBusy<PaymentResult>({ path: `${getPaymentPath()}/answer`, body })
        handleResult({ result })
        return result
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause
        return { status: 'waiting' }
      }
    },

    async pollPayment() {
      const { paymentId } = flow
      while (flow.paymentId === paymentId && !flow.ended) {
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
        if (flow.paymentId !== paymentId) return
        const result = await callApi<PaymentResult>({ path: getPaymentPath() }).catch(() => null)
        if (result && flow.paymentId === paymentId) handleResult({ result })
      }
    },

    reject: ({ error }) => showRejected({ flow, error }),

    end() {
      if (flow.ended) return
      flow.ended = true
      const notify = () => notifyPage({ type: 'dismissed' })
      if (flow.paymentId === null) notify()
      else void callApi({ path: `${getPaymentPath()}/dismiss`, body: {} }).then(notify, notify)
    },
  }
  return flow
}
