import type { Instrument, Session } from './api.ts'
import { createCardFields } from './card-fields.ts'
import { createElement, createField, formatPaise } from './dom.ts'
import type { CheckoutFlow } from './flow-types.ts'

type Method = Instrument['method']

interface Panel {
  readonly children: readonly Node[]
  /** null: an input is missing or invalid, and its error is shown */
  parse(): Instrument | null
}

const METHOD_NAMES: Readonly<Record<Method, string>> = { card: 'Card', upi: 'UPI', netbanking: 'Netbanking' }

const METHODS = Object.keys(METHOD_NAMES) as Method[]

/** The first view: contact and payment method. */
export function showMethods({ flow, method, error }: { flow: CheckoutFlow; method?: Method; error?: string }): void {
  const { session } = flow
  const preferred = METHODS.find((name) => name === (method ?? getPrefilledMethod({ flow }))) ?? 'card'
  const contact = createContact({ flow })
  const panelContainer = createElement({ tag: 'div', attributes: { class: 'panel' } })
  const submit = createElement({ tag: 'button', attributes: { type: 'submit', class: 'primary', 'data-testid': 'pay' } })
  let panel = createPanel({ method: preferred, session })

  const choose = (name: Method) => {
    panel = createPanel({ method: name, session })
    panelContainer.replaceChildren(...panel.children)
    submit.textContent = `Pay ${formatPaise({ amount: session.order.amount })}`
  }
  const form = createElement({
    tag: 'form',
    attributes: { novalidate: true, 'data-testid': 'payment-form' },
    listeners: {
      submit: (event) => {
        event.preventDefault()
        const buyer = contact.parse()
        if (!buyer) return
        flow.buyer = buyer
        const instrument = panel.parse()
        if (instrument) void flow.pay({ instrument })
      },
      change: (event) => {
        if (event.target instanceof HTMLInputElement && event.target.name === 'method') choose(event.target.value as Method)
      },
    },
    children: [
      error === undefined
        ? null
        : createElement({ tag: 'p', text: error, attributes: { role: 'alert', class: 'reason', 'data-testid': 'error' } }),
      ...contact.children,
      createMethodChoice({ preferred }),
      panelContainer,
      submit,
    ],
  })
  choose(preferred)
  flow.shell.show({ heading: 'Pay with', children: [form] })
}

/** As documented, `prefill.method` needs `email` and `contact`. */
function getPrefilledMethod({ flow }: { flow: CheckoutFlow }): string | null {
  const { email, contact, method } = flow.options.prefill
  return email !== null && contact !== null ? method : null
}

function createMethodChoice({ preferred }: { preferred: Method }): HTMLElement {
  const choices = METHODS.map((name) => {
    const radio = createElement({
      tag: 'input',
      attributes: { type: 'radio', name: 'method', value: name, checked: name === preferred, 'data-testid': `method-${name}` },
    })
    return createElement({
      tag: 'label',
      attributes: { class: 'choice' },
      children: [radio, createElement({ tag: 'span', text: METHOD_NAMES[name] })],
    })
  })
  return createElement({
    tag: 'fieldset',
    attributes: { class: 'choices' },
    children: [createElement({ tag: 'legend', text: 'Payment method', attributes: { class: 'visually-hidden' } }), ...choices],
  })
}

function createContact({ flow }: { flow: CheckoutFlow }): {
  readonly children: readonly Node[]
  parse(): CheckoutFlow['buyer'] | null
} {
  const { prefill } = flow.options
  if (prefill.contact !== null) {
    const summary = [prefill.contact, prefill.email].filter(Boolean).join(' · ')
    const buyer = { contact: addCountryCode({ contact: prefill.contact }), email: prefill.email }
    return {
      children: [createElement({ tag: 'p', text: summary, attributes: { class: 'contact', 'data-testid': 'contact' } })],
      parse: () => buyer,
    }
  }
  const phone = createField({
    id: 'contact-phone',
    label: 'Phone number',
    attributes: { type: 'tel', autocomplete: 'tel', value: flow.buyer.contact },
  })
  return {
    children: [phone.row],
    parse() {
      const contact = addCountryCode({ contact: phone.input.value })
      const isValid = /^\+\d{10,14}$/.test(contact)
      phone.setError({ error: isValid ? null : 'Enter a 10-digit phone number.' })
      if (isValid) return { contact, email: prefill.email }
      phone.input.focus()
      return null
    },
  }
}

/** Adds +91 to a number of 10 digits. */
function addCountryCode({ contact }: { contact: string }): string {
  const compact = contact.replace(/[\s()-]/g, '')
  return /^\d{10}$/.test(compact) ? `+91${compact}` : compact
}

function createPanel({ method, session }: { method: Method; session: Session }): Panel {
  if (method === 'card') return createCardPanel({ session })
  return method === 'upi' ? createUpiPanel() : createBankPanel({ session })
}

function createCardPanel({ session }: { session: Session }): Panel {
  const fields = createCardFields({ testCards: session.test_cards })
  return {
    children: fields.children,
    parse() {
      const number = fields.parse()
      return number === null ? null : { method: 'card', number }
    },
  }
}

/** A QR code only: UPI Collect, with a field for a UPI ID, has ended. */
function createUpiPanel(): Panel {
  const note = createElement({
    tag: 'p',
    text: 'Scan the QR code of the next step with any UPI app.',
    attributes: { 'data-testid': 'upi-qr' },
  })
  return { children: [note], parse: () => ({ method: 'upi' }) }
}

function createBankPanel({ session }: { session: Session }): Panel {
  const select = createElement({
    tag: 'select',
    attributes: { id: 'bank-select', 'data-testid': 'bank-select' },
    children: session.banks.map(({ code, name }) => createElement({ tag: 'option', text: name, attributes: { value: code } })),
  })
  return {
    children: [
      createElement({
        tag: 'div',
        attributes: { class: 'field' },
        children: [createElement({ tag: 'label', text: 'Bank', attributes: { for: 'bank-select' } }), select],
      }),
    ],
    parse: () => ({ method: 'netbanking', bank: select.value }),
  }
}
