import type { CheckoutError, CheckoutOptions, CheckoutResponse, MessageToFrame, MessageToPage } from './options.ts'

/** The documented options that the simulator supports. It ignores others. */
interface MerchantOptions {
  readonly key?: string
  readonly order_id?: string
  readonly amount?: number | string
  readonly name?: string
  readonly description?: string
  readonly prefill?: { readonly email?: string; readonly contact?: string; readonly method?: string }
  readonly notes?: Readonly<Record<string, unknown>>
  readonly theme?: { readonly color?: string; readonly backdrop_color?: string }
  readonly retry?: boolean | { readonly enabled?: boolean }
  readonly timeout?: number
  readonly callback_url?: string
  readonly redirect?: boolean
  readonly handler?: (response: CheckoutResponse) => void
  readonly modal?: {
    readonly ondismiss?: () => void
    readonly escape?: boolean
    readonly backdropclose?: boolean
    readonly confirm_close?: boolean
  }
}

type FailureListener = (failure: { readonly error: CheckoutError }) => void

;(() => {
  const script = document.currentScript
  const origin = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin

  function parseOptions({ merchant }: { merchant: MerchantOptions }): CheckoutOptions {
    const { prefill = {}, modal = {}, theme = {} } = merchant
    return {
      key: String(merchant.key),
      order_id: merchant.order_id ?? '',
      amount: merchant.amount === undefined ? null : Number(merchant.amount),
      name: merchant.name ?? '',
      description: merchant.description ?? null,
      prefill: { email: prefill.email || null, contact: prefill.contact || null, method: prefill.method || null },
      notes: Object.fromEntries(Object.entries(merchant.notes ?? {}).map(([name, note]) => [name, String(note)])),
      color: theme.color ?? null,
      retry: typeof merchant.retry === 'object' ? merchant.retry.enabled !== false : merchant.retry !== false,
      timeoutSeconds: merchant.timeout ?? null,
      escape: modal.escape !== false,
      confirmClose: modal.confirm_close === true,
    }
  }

  // Styles are set through the CSSOM: a merchant's content security policy may forbid style elements and attributes.
  function buildOverlay({ merchant, session }: { merchant: MerchantOptions; session: string }) {
    const overlay = document.createElement('div')
    overlay.className = 'razorpay-container'
    overlay.dataset.testid = 'razorpay-checkout'
    Object.assign(overlay.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeItems: 'center',
      background: merchant.theme?.backdrop_color ?? 'rgba(15, 18, 28, 0.62)',
      pointerEvents: 'auto',
      overscrollBehavior: 'contain',
    })
    const frame = document.createElement('iframe')
    frame.className = 'razorpay-checkout-frame'
    frame.title = 'Payment form (test mode)'
    frame.src = `${origin}/v1/checkout/public#${session}`
    const isPhone = matchMedia('(max-width: 680px)').matches
    const size = isPhone
      ? { width: '100%', height: '100%' }
      : { width: 'min(56rem, calc(100vw - 3rem))', height: 'min(44rem, calc(100dvh - 3rem))', borderRadius: '14px' }
    Object.assign(frame.style, { display: 'block', border: '0', background: '#fff', colorScheme: 'light', ...size })
    overlay.append(frame)
    return { overlay, frame }
  }

  class Razorpay {
    readonly #merchant: MerchantOptions
    readonly #failureListeners: FailureListener[] = []
    #dismiss: (() => void) | null = null

    constructor(merchant: MerchantOptions) {
      if (typeof merchant?.key !== 'string' || merchant.key === '') throw new Error('No key passed')
      this.#merchant = merchant
    }

    on(event: string, listener: FailureListener): void {
      if (event === 'payment.failed') this.#failureListeners.push(listener)
    }

    open(): void {
      if (this.#dismiss) return
      const merchant = this.#merchant
      const session = crypto.randomUUID()
      const options = parseOptions({ merchant })
      if (merchant.redirect && merchant.callback_url) {
        const query = new URLSearchParams({ callback_url: merchant.callback_url, options: JSON.stringify(options) })
        location.assign(`${origin}/v1/checkout/public?${query}`)
        return
      }
      const { overlay, frame } = buildOverlay({ merchant, session })
      const focused = document.activeElement
      const { overflow } = document.documentElement.style

      const post = (message: { type: 'open'; options: CheckoutOptions } | { type: 'request_close' }) =>
        frame.contentWindow?.postMessage({ source: 'razorpay-simulator', session, ...message } satisfies MessageToFrame, origin)
      const close = () => {
        removeEventListener('message', handleMessage)
        document.removeEventListener('keydown', handleKeydown, true)
        overlay.remove()
        document.documentElement.style.overflow = overflow
        if (focused instanceof HTMLElement) focused.focus()
        this.#dismiss = null
      }
      const dismiss = () => {
        close()
        merchant.modal?.ondismiss?.()
      }
      // Accepts messages of this frame, origin and session only.
      const handleMessage = (event: MessageEvent<MessageToPage | null>) => {
        if (event.origin !== origin || event.source !== frame.contentWindow || event.data?.session !== session) return
        const message = event.data
        if (message.type === 'ready') {
          post({ type: 'open', options })
          frame.focus()
        } else if (message.type === 'paid') {
          close()
          merchant.handler?.(message.response)
        } else if (message.type === 'failed') {
          for (const listener of this.#failureListeners) listener({ error: message.error })
        } else if (message.type === 'dismissed') dismiss()
      }
      const handleKeydown = (event: KeyboardEvent) => {
        if (event.key === 'Escape' && options.escape) post({ type: 'request_close' })
      }

      overlay.addEventListener('click', (event) => {
        if (event.target === overlay && merchant.modal?.backdropclose === true) post({ type: 'request_close' })
      })
      addEventListener('message', handleMessage)
      document.addEventListener('keydown', handleKeydown, true)
      document.documentElement.style.overflow = 'hidden'
      document.body.append(overlay)
      this.#dismiss = dismiss
    }

    /** Not documented for the web; the simulator treats it as a dismissal. */
    close(): void {
      this.#dismiss?.()
    }
  }

  Object.assign(window, { Razorpay })
})()
