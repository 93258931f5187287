import type { Instrument } from './api.ts'
import { createButton, createElement, createField } from './dom.ts'
import type { BankAnswer, CheckoutFlow } from './flow-types.ts'

/** The mock bank page: an OTP field for cards, and the two buttons of Razorpay's test mode. */
export function showBank({ flow, instrument }: { flow: CheckoutFlow; instrument: Instrument }): void {
  const bank = instrument.method === 'netbanking' ? flow.session.banks.find(({ code }) => code === instrument.bank)?.name : undefined
  const send = async (body: BankAnswer) => {
    const result = await flow.answer({ body })
    if (result.status === 'waiting') showWaiting({ flow })
  }
  const buttons = createElement({
    tag: 'div',
    attributes: { class: 'actions', role: 'group', 'aria-label': 'Answer of the bank' },
    children: [
      createButton({ text: 'Success', testId: 'bank-success', style: 'success', onClick: () => void send({ decision: 'success' }) }),
      createButton({ text: 'Failure', testId: 'bank-failure', style: 'danger', onClick: () => void send({ decision: 'failure' }) }),
    ],
  })
  const otp = instrument.method === 'card' ? createOtpForm({ onSubmit: (code) => void send({ otp: code }) }) : null
  flow.shell.show({
    heading: bank ? `${bank} (mock page)` : 'Mock bank page',
    children: [
      createElement({ tag: 'p', text: 'This page simulates your bank. Choose the answer of the bank.', attributes: { class: 'lead' } }),
      otp?.form ?? null,
      otp ? createElement({ tag: 'p', text: 'or choose directly', attributes: { class: 'or' } }) : null,
      buttons,
    ],
    ...(otp && { focus: otp.input }),
  })
}

function createOtpForm({ onSubmit }: { onSubmit: (code: string) => void }) {
  const field = createField({
    id: 'bank-otp',
    label: 'One-time password',
    hint: '4 to 10 digits succeed, fewer fail.',
    attributes: { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 10 },
  })
  const submit = createElement({
    tag: 'button',
    text: 'Submit',
    attributes: { type: 'submit', class: 'primary', 'data-testid': 'bank-otp-submit' },
  })
  const form = createElement({
    tag: 'form',
    attributes: { class: 'otp', novalidate: true },
    listeners: {
      submit: (event) => {
        event.preventDefault()
        if (field.input.value.trim() === '') {
          field.setError({ error: 'Enter a one-time password.' })
          field.input.focus()
        } else onSubmit(field.input.value)
      },
    },
    children: [field.row, submit],
  })
  return { form, input: field.input }
}

function showWaiting({ flow }: { flow: CheckoutFlow }): void {
  const text = 'The bank has not answered yet. Please do not close this window.'
  flow.shell.show({
    heading: 'Waiting for the bank',
    children: [createElement({ tag: 'p', text, attributes: { class: 'lead', role: 'status', 'data-testid': 'waiting' } })],
  })
  void flow.pollPayment()
}
