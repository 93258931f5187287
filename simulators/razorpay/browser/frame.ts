import { CallRefused, call, type Session } from './calls.ts'
import { createFlow } from './flow.ts'
import type { Flow } from './flow-type.ts'
import { askToClose } from './notice-view.ts'
import type { CheckoutOptions, MessageToFrame, MessageToPage } from './options.ts'
import { buildShell } from './shell.ts'

const session = location.hash.slice(1)
const NO_SESSION: Session = { order: { id: '', amount: 0, currency: 'INR' }, banks: [], test_cards: [], test_upi_ids: [] }

let flow: Flow | null = null

// The first `open` from the page around this frame names the origin that is spoken to from then on.
addEventListener('message', (event: MessageEvent<MessageToFrame | null>) => {
  if (event.source !== parent || event.data?.simulator !== 'razorpay' || event.data.session !== session) return
  if (event.data.type === 'ask_to_close') requestClose()
  else if (!flow) void open({ options: event.data.options, origin: event.origin })
})

async function open({ options, origin }: { options: CheckoutOptions; origin: string }): Promise<void> {
  const tell: Parameters<typeof createFlow>[0]['tell'] = (message) =>
    parent.postMessage({ simulator: 'razorpay', session, ...message } satisfies MessageToPage, origin)
  try {
    const { key, order_id, amount } = options
    const checked = await call<Session>({ path: '/session', body: { key, order_id, amount } })
    flow = createFlow({
      options,
      session: checked,
      shell: buildShell({ options, amount: checked.order.amount, onClose: requestClose }),
      tell,
    })
    startTimeout({ flow })
    flow.showMethods()
  } catch (cause) {
    if (!(cause instanceof CallRefused)) throw cause
    flow = createFlow({ options, session: NO_SESSION, shell: buildShell({ options, amount: options.amount, onClose: requestClose }), tell })
    flow.refuse({ error: cause.error })
  }
  document.addEventListener('keydown', (event) => {
    // An open question takes Escape for itself.
    if (event.key === 'Escape' && options.escape && !document.querySelector('dialog')) requestClose()
  })
}

function requestClose(): void {
  if (!flow || flow.ended) return
  if (flow.options.confirmClose) askToClose({ flow })
  else flow.end()
}

function startTimeout({ flow: timed }: { flow: Flow }): void {
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

// Whoever embeds this frame may hear that it is there; nothing else is said before an origin is known.
parent.postMessage({ simulator: 'razorpay', session, type: 'ready' } satisfies MessageToPage, '*')
