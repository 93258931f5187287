import type { CheckoutError, CheckoutOptions, CheckoutResponse, MessageToFrame, MessageToPage, SimulatorConfig } from './options.ts'

declare const SIMULATOR_CONFIG: SimulatorConfig

/** The merchant's options as documented; whatever else is in there is ignored, as the real script ignores it. */
interface MerchantOptions {
  readonly key?: string
  readonly order_id?: string
  readonly amount?: number | string
  readonly name?: string
  readonly description?: string
  readonly image?: string
  readonly prefill?: { readonly email?: string; readonly contact?: string; readonly method?: string }
  readonly readonly?: { readonly email?: boolean; readonly contact?: boolean }
  readonly notes?: Readonly<Record<string, unknown>>
  readonly theme?: { readonly color?: string; readonly backdrop_color?: string }
  readonly retry?: boolean | { readonly enabled?: boolean }
  readonly timeout?: number
  readonly handler?: (response: CheckoutResponse) => void
  readonly callback_url?: string
  readonly redirect?: boolean
  readonly modal?: {
    readonly ondismiss?: () => void
    readonly escape?: boolean
    readonly backdropclose?: boolean
    readonly confirm_close?: boolean
    readonly animation?: boolean
  }
  readonly config?: { readonly display?: { readonly hide?: readonly { readonly method?: string }[] } }
}

type FailureListener = (failure: { readonly error: CheckoutError }) => void

;(() => {
  const script = document.currentScript
  const origin = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin

  function readOptions({ given }: { given: MerchantOptions }): CheckoutOptions {
    const { prefill = {}, readonly = {}, modal = {}, theme = {} } = given
    const retry = typeof given.retry === 'object' ? given.retry.enabled !== false : given.retry !== false
    return {
      key: String(given.key),
      order_id: given.order_id ?? '',
      amount: given.amount === undefined ? null : Number(given.amount),
      name: given.name ?? '',
      description: given.description ?? null,
      image: given.image ?? null,
      prefill: { email: prefill.email || null, contact: prefill.contact || null, method: prefill.method || null },
      readonly: { email: readonly.email === true, contact: readonly.contact === true },
      notes: Object.fromEntries(Object.entries(given.notes ?? {}).map(([name, note]) => [name, String(note)])),
      color: theme.color ?? null,
      retry,
      timeoutSeconds: given.timeout ?? null,
      escape: modal.escape !== false,
      confirmClose: modal.confirm_close === true,
      hiddenMethods: (given.config?.display?.hide ?? []).flatMap(({ method }) => (method === undefined ? [] : method)),
    }
  }

  // Styles go through the CSSOM: a merchant's content policy may forbid style elements and style attributes.
  function buildOverlay({ given, session }: { given: MerchantOptions; session: string }) {
    const overlay = document.createElement('div')
    overlay.className = 'razorpay-container'
    overlay.dataset.testid = 'razorpay-checkout'
    Object.assign(overlay.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      display: 'grid',
      placeItems: 'center',
      background: given.theme?.backdrop_color ?? 'rgba(15, 18, 28, 0.62)',
      pointerEvents: 'auto',
      overscrollBehavior: 'contain',
    })
    const frame = document.createElement('iframe')
    frame.className = 'razorpay-checkout-frame'
    frame.title = 'Payment form (test mode)'
    frame.src = `${origin}${SIMULATOR_CONFIG.framePath}#${session}`
    Object.assign(frame.style, { display: 'block', border: '0', background: '#fff', colorScheme: 'light' })
    overlay.append(frame)
    const phone = matchMedia('(max-width: 680px)')
    const resize = () => {
      const desktop = {
        width: 'min(56rem, calc(100vw - 3rem))',
        height: 'min(44rem, calc(100dvh - 3rem))',
        borderRadius: '14px',
        boxShadow: '0 24px 80px rgba(0, 0, 0, 0.45)',
      }
      Object.assign(frame.style, phone.matches ? { width: '100%', height: '100%', borderRadius: '0', boxShadow: 'none' } : desktop)
    }
    resize()
    phone.addEventListener('change', resize)
    return { overlay, frame, release: () => phone.removeEventListener('change', resize) }
  }

  function appear({ overlay, given }: { overlay: HTMLElement; given: MerchantOptions }): void {
    const isStill = given.modal?.animation === false || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!isStill) overlay.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, easing: 'ease-out' })
  }

  /** The browser itself posts to the merchant, as the real form does for pages that cannot run a handler. */
  function postToMerchant({ url, fields }: { url: string; fields: Readonly<Record<string, string>> }): void {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = url
    form.hidden = true
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  function listErrorFields({ error }: { error: CheckoutError }): Record<string, string> {
    const { code, description, source, step, reason, metadata } = error
    const fields = Object.entries({ code, description, source, step, reason, metadata: JSON.stringify(metadata) })
    return Object.fromEntries(fields.map(([name, value]) => [`error[${name}]`, value ?? '']))
  }

  class Razorpay {
    readonly #given: MerchantOptions
    readonly #failureListeners: FailureListener[] = []
    #closeForm: (() => void) | null = null
    #dismissByCode: (() => void) | null = null

    constructor(given: MerchantOptions) {
      if (typeof given?.key !== 'string' || given.key === '') throw new Error('No key passed')
      this.#given = given
    }

    on(event: string, listener: FailureListener): void {
      if (event === 'payment.failed') this.#failureListeners.push(listener)
    }

    open(): void {
      if (this.#closeForm) return
      const given = this.#given
      const session = crypto.randomUUID()
      const options = readOptions({ given })
      const { overlay, frame, release } = buildOverlay({ given, session })
      const focused = document.activeElement
      const { overflow } = document.documentElement.style

      const post = (message: { type: 'open'; options: CheckoutOptions } | { type: 'ask_to_close' }) =>
        frame.contentWindow?.postMessage({ simulator: 'razorpay', session, ...message } satisfies MessageToFrame, origin)
      const close = () => {
        removeEventListener('message', hear)
        document.removeEventListener('keydown', pressKey, true)
        release()
        overlay.remove()
        document.documentElement.style.overflow = overflow
        if (focused instanceof HTMLElement) focused.focus()
        this.#closeForm = null
        this.#dismissByCode = null
      }
      const dismiss = () => {
        close()
        given.modal?.ondismiss?.()
      }
      const succeed = ({ response }: { response: CheckoutResponse }) => {
        close()
        const { handler, callback_url: url } = given
        const handlerIsNext = handler && given.redirect !== true && (url === undefined || SIMULATOR_CONFIG.handlerWinsOverCallbackUrl)
        if (handlerIsNext) handler(response)
        else if (url !== undefined) postToMerchant({ url, fields: { ...response } })
        else handler?.(response)
      }
      const fail = ({ error }: { error: CheckoutError }) => {
        for (const listener of this.#failureListeners) listener({ error })
        if (given.redirect === true && given.callback_url !== undefined) {
          close()
          postToMerchant({ url: given.callback_url, fields: listErrorFields({ error }) })
        }
      }
      // Only this frame, from this origin, about this session, is believed.
      const hear = (event: MessageEvent<MessageToPage | null>) => {
        if (event.origin !== origin || event.source !== frame.contentWindow || event.data?.session !== session) return
        const message = event.data
        if (message.type === 'ready') {
          post({ type: 'open', options })
          frame.focus()
        } else if (message.type === 'paid') succeed(message)
        else if (message.type === 'failed') fail(message)
        else if (message.type === 'dismissed') dismiss()
      }
      const pressKey = (event: KeyboardEvent) => {
        if (event.key === 'Escape' && options.escape) post({ type: 'ask_to_close' })
      }

      overlay.addEventListener('click', (event) => {
        if (event.target === overlay && given.modal?.backdropclose === true) post({ type: 'ask_to_close' })
      })
      addEventListener('message', hear)
      document.addEventListener('keydown', pressKey, true)
      document.documentElement.style.overflow = 'hidden'
      document.body.append(overlay)
      appear({ overlay, given })
      this.#closeForm = close
      this.#dismissByCode = dismiss
    }

    close(): void {
      const end = SIMULATOR_CONFIG.closingByCodeDismisses ? this.#dismissByCode : this.#closeForm
      end?.()
    }
  }

  Object.assign(window, { Razorpay })
})()
