import { createButton, createElement } from './dom.ts'
import type { CheckoutFlow } from './flow-types.ts'

/** A UPI payment waits for the buyer's phone, which two buttons simulate. */
export function showUpiWait({ flow }: { flow: CheckoutFlow }): void {
  const send = (decision: 'success' | 'failure') => void flow.answer({ body: { decision } })
  flow.shell.show({
    heading: 'Approve on your phone',
    children: [
      createElement({
        tag: 'p',
        text: 'No phone is needed here. Choose the answer of the UPI app.',
        attributes: { class: 'lead', role: 'status', 'data-testid': 'waiting' },
      }),
      createElement({
        tag: 'div',
        attributes: { class: 'actions', role: 'group', 'aria-label': 'Answer of the UPI app' },
        children: [
          createButton({ text: 'Approve', testId: 'upi-approve', style: 'success', onClick: () => send('success') }),
          createButton({ text: 'Decline', testId: 'upi-decline', style: 'danger', onClick: () => send('failure') }),
        ],
      }),
    ],
  })
  void flow.pollPayment()
}
