import { showBank } from './bank-view.ts'
import { CallRefused, call, type Result, type Session } from './calls.ts'
import type { Flow } from './flow-type.ts'
import { showMethods } from './method-view.ts'
import { showFailed, showPaid, showRefused } from './notice-view.ts'
import type { CheckoutError, CheckoutOptions, CheckoutResponse } from './options.ts'
import type { Shell } from './shell.ts'
import { showUpiWait } from './upi-view.ts'

const PAID_SHOWN_MS = 900
const ASK_AGAIN_MS = 1000

interface Start {
  readonly options: CheckoutOptions
  readonly session: Session
  readonly shell: Shell
  readonly tell: (
    message: { type: 'paid'; response: CheckoutResponse } | { type: 'failed'; error: CheckoutError } | { type: 'dismissed' },
  ) => void
}

export function createFlow({ options, session, shell, tell }: Start): Flow {
  const namePayment = () => `/payments/${encodeURIComponent(options.key)}/${encodeURIComponent(flow.paymentId ?? '')}`

  function takeResult({ result }: { result: Result }): void {
    if (flow.ended || result.status === 'waiting') return
    flow.paymentId = null
    if (result.status === 'paid') {
      flow.ended = true
      showPaid({ flow })
      setTimeout(() => tell({ type: 'paid', response: result.response }), PAID_SHOWN_MS)
      return
    }
    tell({ type: 'failed', error: result.error })
    if (options.retry) showFailed({ flow, error: result.error })
    else flow.end()
  }

  const flow: Flow = {
    options,
    session,
    shell,
    paymentId: null,
    buyer: { email: options.prefill.email, contact: options.prefill.contact },
    ended: false,
    showMethods: () => showMethods({ flow }),

    async pay({ instrument }) {
      const { key, order_id, amount, description, notes } = options
      shell.setBusy({ busy: true })
      try {
        const answer = await call<Result & { payment_id: string }>({
          path: '/payments',
          body: { key, order_id, amount, description, notes, ...flow.buyer, instrument },
        })
        shell.setBusy({ busy: false })
        flow.paymentId = answer.payment_id
        if (answer.status !== 'waiting') takeResult({ result: answer })
        else if (instrument.method === 'upi') showUpiWait({ flow, isQr: instrument.vpa === null })
        else showBank({ flow, instrument })
      } catch (cause) {
        shell.setBusy({ busy: false })
        if (!(cause instanceof CallRefused)) throw cause
        showMethods({ flow, method: instrument.method, problem: cause.error.description })
      }
    },

    async answer({ body }) {
      shell.setBusy({ busy: true })
      try {
        const result = await call<Result>({ path: `${namePayment()}/answer`, body })
        shell.setBusy({ busy: false })
        takeResult({ result })
        return result
      } catch (cause) {
        shell.setBusy({ busy: false })
        if (!(cause instanceof CallRefused)) throw cause
        return { status: 'waiting' }
      }
    },

    async followPayment() {
      const { paymentId } = flow
      while (flow.paymentId === paymentId && !flow.ended) {
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
        if (flow.paymentId !== paymentId) return
        const result = await call<Result>({ path: namePayment() }).catch(() => null)
        if (result && flow.paymentId === paymentId) takeResult({ result })
      }
    },

    refuse: ({ error }) => showRefused({ flow, error }),

    end() {
      if (flow.ended) return
      flow.ended = true
      const leave = () => tell({ type: 'dismissed' })
      if (flow.paymentId === null) leave()
      else void call({ path: `${namePayment()}/dismiss`, body: {} }).then(leave, leave)
    },
  }
  return flow
}
