import { make } from './dom.ts'
import type { Flow } from './flow-type.ts'
import type { CheckoutError } from './options.ts'

export function showPaid({ flow }: { flow: Flow }): void {
  const tick = make({ tag: 'p', text: '✓', is: { class: 'sign is-good', 'aria-hidden': 'true' } })
  flow.shell.show({
    heading: 'Payment successful',
    parts: [tick, make({ tag: 'p', text: 'Taking you back to the shop…', is: { role: 'status', 'data-testid': 'paid' } })],
  })
}

export function showFailed({ flow, error }: { flow: Flow; error: CheckoutError }): void {
  const again = make({
    tag: 'button',
    text: 'Try again',
    is: { type: 'button', class: 'main', 'data-testid': 'retry' },
    on: { click: () => flow.showMethods() },
  })
  const leave = make({
    tag: 'button',
    text: 'Close',
    is: { type: 'button', class: 'plain', 'data-testid': 'leave' },
    on: { click: () => flow.end() },
  })
  showProblem({ flow, heading: 'Payment failed', error, actions: [again, leave] })
}

/** The form cannot be paid at all: unknown order, paid already, wrong amount. */
export function showRefused({ flow, error }: { flow: Flow; error: CheckoutError }): void {
  const leave = make({
    tag: 'button',
    text: 'Close',
    is: { type: 'button', class: 'main', 'data-testid': 'leave' },
    on: { click: () => flow.end() },
  })
  showProblem({ flow, heading: 'This payment cannot go on', error, actions: [leave] })
}

function showProblem({
  flow,
  heading,
  error,
  actions,
}: {
  flow: Flow
  heading: string
  error: CheckoutError
  actions: readonly HTMLElement[]
}): void {
  flow.shell.show({
    heading,
    parts: [
      make({ tag: 'p', text: '!', is: { class: 'sign is-bad', 'aria-hidden': 'true' } }),
      make({ tag: 'p', text: error.description, is: { role: 'alert', class: 'reason', 'data-testid': 'problem' } }),
      error.reason && error.reason !== 'NA'
        ? make({ tag: 'p', text: `Reason: ${error.reason}`, is: { class: 'code', 'data-testid': 'problem-reason' } })
        : null,
      make({ tag: 'div', is: { class: 'actions' }, parts: actions }),
    ],
  })
}

/** Asks before closing, over the view that stays as it was. */
export function askToClose({ flow }: { flow: Flow }): void {
  if (document.querySelector('dialog')) return
  const stay = make({
    tag: 'button',
    text: 'No, go on paying',
    is: { type: 'button', class: 'main', 'data-testid': 'confirm-stay' },
    on: { click: () => dialog.remove() },
  })
  const leave = make({
    tag: 'button',
    text: 'Yes, exit',
    is: { type: 'button', class: 'plain', 'data-testid': 'confirm-leave' },
    on: { click: () => flow.end() },
  })
  const dialog = make({
    tag: 'dialog',
    is: { class: 'confirm', 'aria-labelledby': 'confirm-title', 'data-testid': 'confirm-close' },
    parts: [
      make({ tag: 'h2', text: 'Are you sure you want to exit?', is: { id: 'confirm-title' } }),
      make({ tag: 'p', text: 'Your payment is not complete.' }),
      make({ tag: 'div', is: { class: 'actions' }, parts: [stay, leave] }),
    ],
    on: { close: () => dialog.remove() },
  })
  document.body.append(dialog)
  dialog.showModal()
}
