import type { Instrument } from './calls.ts'
import { make, makeField } from './dom.ts'
import type { BankAnswer, Flow } from './flow-type.ts'

/** The mock bank page: an OTP for cards, and the two buttons of test mode for everything. */
export function showBank({ flow, instrument }: { flow: Flow; instrument: Instrument }): void {
  const bank = instrument.method === 'netbanking' ? flow.session.banks.find(({ code }) => code === instrument.bank)?.name : undefined
  const send = async (body: BankAnswer) => {
    const result = await flow.answer({ body })
    if (result.status === 'waiting') showWaiting({ flow })
  }
  const buttons = make({
    tag: 'div',
    is: { class: 'actions', role: 'group', 'aria-label': 'Decide as the bank' },
    parts: [
      make({
        tag: 'button',
        text: 'Success',
        is: { type: 'button', class: 'good', 'data-testid': 'bank-success' },
        on: { click: () => void send({ decision: 'success' }) },
      }),
      make({
        tag: 'button',
        text: 'Failure',
        is: { type: 'button', class: 'bad', 'data-testid': 'bank-failure' },
        on: { click: () => void send({ decision: 'failure' }) },
      }),
    ],
  })
  const otp = instrument.method === 'card' ? makeOtpForm({ onSubmit: (code) => void send({ otp: code }) }) : null
  flow.shell.show({
    heading: bank ? `${bank} (mock page)` : 'Mock bank page',
    parts: [
      make({ tag: 'p', text: 'This page stands for your bank. Decide what the bank answers.', is: { class: 'lead' } }),
      otp?.form ?? null,
      otp ? make({ tag: 'p', text: 'or decide at once', is: { class: 'or' } }) : null,
      buttons,
    ],
    ...(otp && { focus: otp.input }),
  })
}

function makeOtpForm({ onSubmit }: { onSubmit: (code: string) => void }) {
  const field = makeField({
    id: 'bank-otp',
    label: 'One-time password',
    hint: '4 to 10 digits succeed, fewer fail.',
    is: { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 10 },
  })
  const form = make({
    tag: 'form',
    is: { class: 'otp', novalidate: true },
    on: {
      submit: (event) => {
        event.preventDefault()
        if (field.input.value.trim() === '') {
          field.setProblem({ problem: 'Enter a one-time password.' })
          field.input.focus()
        } else onSubmit(field.input.value)
      },
    },
    parts: [field.row, make({ tag: 'button', text: 'Submit', is: { type: 'submit', class: 'main', 'data-testid': 'bank-otp-submit' } })],
  })
  return { form, input: field.input }
}

function showWaiting({ flow }: { flow: Flow }): void {
  flow.shell.show({
    heading: 'Waiting for the bank',
    parts: [
      make({
        tag: 'p',
        text: 'The bank has not answered yet. Please do not close this window.',
        is: { class: 'lead', role: 'status', 'data-testid': 'waiting' },
      }),
    ],
  })
  void flow.followPayment()
}
