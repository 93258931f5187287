import { ApiError, callApi, type Session } from './api.ts'
import { createElement } from './dom.ts'
import { createFlow } from './flow.ts'
import type { CheckoutFlow } from './flow-types.ts'
import type { CheckoutOptions, CheckoutResult, MessageToFrame, MessageToPage } from './options.ts'
import { confirmClose } from './result-view.ts'
import { buildShell } from './shell.ts'

const session = location.hash.slice(1)
const EMPTY_SESSION: Session = { order: { id: '', amount: 0, currency: 'INR' }, banks: [], test_cards: [] }

let flow: CheckoutFlow | null = null

const query = new URLSearchParams(location.search)
/** where this page posts the result when it is not in a frame */
const callbackUrl = query.get('callback_url')

// The first `open` of the embedding page sets the origin that results are sent to.
addEventListener('message', (event: MessageEvent<MessageToFrame | null>) => {
  if (event.source !== parent || event.data?.source !== 'razorpay-simulator' || event.data.session !== session) return
  if (event.data.type === 'request_close') requestClose()
  else if (!flow) {
    const { origin } = event
    const notifyPage = (result: CheckoutResult) =>
      parent.postMessage({ source: 'razorpay-simulator', session, ...result } satisfies MessageToPage, origin)
    void open({ options: event.data.options, notifyPage })
  }
})

async function open({ options, notifyPage }: { options: CheckoutOptions; notifyPage: (result: CheckoutResult) => void }): Promise<void> {
  try {
    const { key, order_id, amount } = options
    const checked = await callApi<Session>({ path: '/session', body: { key, order_id, amount } })
    const shell = buildShell({ options, amount: checked.order.amount, onClose: requestClose })
    flow = createFlow({ options, session: checked, shell, notifyPage })
    startTimeout({ flow })
    flow.showMethods()
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const shell = buildShell({ options, amount: options.amount, onClose: requestClose })
    flow = createFlow({ options, session: EMPTY_SESSION, shell, notifyPage })
    flow.reject({ error: cause.error })
  }
  document.addEventListener('keydown', (event) => {
    // An open dialog handles Escape itself.
    if (event.key === 'Escape' && options.escape && !document.querySelector('dialog')) requestClose()
  })
}

function requestClose(): void {
  if (!flow || flow.ended) return
  if (flow.options.confirmClose) confirmClose({ flow })
  else flow.end()
}

function startTimeout({ flow: timed }: { flow: CheckoutFlow }): void {
  const { timeoutSeconds } = timed.options
  if (timeoutSeconds === null) return
  const endsAt = Date.now() + timeoutSeconds * 1000
  const tick = () => {
    const secondsLeft = Math.max(Math.ceil((endsAt - Date.now()) / 1000), 0)
    timed.shell.showTime({ secondsLeft })
    if (secondsLeft > 0 && !timed.ended) return
    clearInterval(timer)
    timed.end()
  }
  const timer = setInterval(tick, 1000)
  tick()
}

/** Posts the result to the shop as a form. A failed attempt that can be tried again is no result. */
function postResult({ url, result }: { url: string; result: CheckoutResult }): void {
  if (result.type === 'failed') return
  const cancelled = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Payment processing cancelled by user' }
  const fields = result.type === 'paid' ? result.response : cancelled
  const inputs = Object.entries(fields).map(([name, value]) => createElement({ tag: 'input', attributes: { type: 'hidden', name, value } }))
  const form = createElement({ tag: 'form', attributes: { method: 'post', action: url }, children: inputs })
  document.body.append(form)
  form.submit()
}

if (callbackUrl === null) {
  // `ready` carries no data, so any origin may receive it.
  parent.postMessage({ source: 'razorpay-simulator', session, type: 'ready' } satisfies MessageToPage, '*')
} else {
  const options = JSON.parse(query.get('options') ?? '{}') as CheckoutOptions
  void open({ options, notifyPage: (result) => postResult({ url: callbackUrl, result }) })
}
