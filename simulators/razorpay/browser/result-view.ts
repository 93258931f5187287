import { createButton, createElement } from './dom.ts'
import type { CheckoutFlow } from './flow-types.ts'
import type { CheckoutError } from './options.ts'

export function showPaid({ flow }: { flow: CheckoutFlow }): void {
  flow.shell.show({
    heading: 'Payment successful',
    children: [
      createElement({ tag: 'p', text: '✓', attributes: { class: 'sign is-success', 'aria-hidden': 'true' } }),
      createElement({ tag: 'p', text: 'Returning to the shop…', attributes: { role: 'status', 'data-testid': 'paid' } }),
    ],
  })
}

export function showFailed({ flow, error }: { flow: CheckoutFlow; error: CheckoutError }): void {
  const retry = createButton({ text: 'Try again', testId: 'retry', style: 'primary', onClick: () => flow.showMethods() })
  const leave = createButton({ text: 'Close', testId: 'leave', style: 'secondary', onClick: () => flow.end() })
  showError({ flow, heading: 'Payment failed', error, actions: [retry, leave] })
}

/** The order cannot be paid: it is unknown or already paid, or the amount is wrong. */
export function showRejected({ flow, error }: { flow: CheckoutFlow; error: CheckoutError }): void {
  const leave = createButton({ text: 'Close', testId: 'leave', style: 'primary', onClick: () => flow.end() })
  showError({ flow, heading: 'This order cannot be paid', error, actions: [leave] })
}

function showError({
  flow,
  heading,
  error,
  actions,
}: {
  flow: CheckoutFlow
  heading: string
  error: CheckoutError
  actions: readonly HTMLElement[]
}): void {
  flow.shell.show({
    heading,
    children: [
      createElement({ tag: 'p', text: '!', attributes: { class: 'sign is-failure', 'aria-hidden': 'true' } }),
      createElement({ tag: 'p', text: error.description, attributes: { role: 'alert', class: 'reason', 'data-testid': 'error' } }),
      error.reason && error.reason !== 'NA'
        ? createElement({ tag: 'p', text: `Reason: ${error.reason}`, attributes: { class: 'code', 'data-testid': 'error-reason' } })
        : null,
      createElement({ tag: 'div', attributes: { class: 'actions' }, children: actions }),
    ],
  })
}

/** Asks in a dialog before the form closes. */
export function confirmClose({ flow }: { flow: CheckoutFlow }): void {
  if (document.querySelector('dialog')) return
  const stay = createButton({ text: 'No, continue', testId: 'confirm-stay', style: 'primary', onClick: () => dialog.remove() })
  const leave = createButton({ text: 'Yes, exit', testId: 'confirm-leave', style: 'secondary', onClick: () => flow.end() })
  const dialog = createElement({
    tag: 'dialog',
    attributes: { class: 'confirm', 'aria-labelledby': 'confirm-title', 'data-testid': 'confirm-close' },
    children: [
      createElement({ tag: 'h2', text: 'Are you sure you want to exit?', attributes: { id: 'confirm-title' } }),
      createElement({ tag: 'p', text: 'Your payment is not complete.' }),
      createElement({ tag: 'div', attributes: { class: 'actions' }, children: [stay, leave] }),
    ],
    listeners: { close: () => dialog.remove() },
  })
  document.body.append(dialog)
  dialog.showModal()
}
