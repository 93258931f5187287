import { make } from './dom.ts'
import type { Flow } from './flow-type.ts'
import { drawQrPicture } from './qr.ts'

/** A UPI payment waits for the buyer's phone. The mock phone is two buttons; a test may answer from outside too. */
export function showUpiWait({ flow, isQr }: { flow: Flow; isQr: boolean }): void {
  const send = (decision: 'success' | 'failure') => flow.answer({ body: { decision } })
  flow.shell.show({
    heading: isQr ? 'Scan to pay' : 'Approve on your phone',
    parts: [
      isQr
        ? make({
            tag: 'figure',
            parts: [
              drawQrPicture({ seed: flow.paymentId ?? '' }),
              make({ tag: 'figcaption', text: 'A picture only: no phone is needed.' }),
            ],
          })
        : null,
      make({
        tag: 'p',
        text: 'Waiting for the UPI app. Decide here what the phone answers.',
        is: { class: 'lead', role: 'status', 'data-testid': 'waiting' },
      }),
      make({
        tag: 'div',
        is: { class: 'actions', role: 'group', 'aria-label': 'Decide as the phone' },
        parts: [
          make({
            tag: 'button',
            text: 'Approve',
            is: { type: 'button', class: 'good', 'data-testid': 'upi-approve' },
            on: { click: () => void send('success') },
          }),
          make({
            tag: 'button',
            text: 'Decline',
            is: { type: 'button', class: 'bad', 'data-testid': 'upi-decline' },
            on: { click: () => void send('failure') },
          }),
        ],
      }),
    ],
  })
  void flow.followPayment()
}
