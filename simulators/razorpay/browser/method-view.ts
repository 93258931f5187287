import type { Instrument, Session } from './calls.ts'
import { makeCardFields } from './card-fields.ts'
import { formatPaise, make, makeField } from './dom.ts'
import type { Flow } from './flow-type.ts'

type Method = Instrument['method']

interface Panel {
  readonly parts: readonly Node[]
  /** null: something is missing, and the panel has said what */
  read(): Instrument | null
  readonly action: string
}

const METHOD_NAMES: Readonly<Record<Method, string>> = { card: 'Card', upi: 'UPI', netbanking: 'Netbanking' }

/** The first view: who pays, and with what. */
export function showMethods({ flow, method, problem }: { flow: Flow; method?: Method; problem?: string }): void {
  const { options, session } = flow
  const shown = (Object.keys(METHOD_NAMES) as Method[]).filter((name) => !options.hiddenMethods.includes(name))
  const preferred = shown.find((name) => name === (method ?? readPrefilledMethod({ flow }))) ?? shown[0] ?? 'card'
  const contact = makeContact({ flow })
  const panelPlace = make({ tag: 'div', is: { class: 'panel' } })
  const submit = make({ tag: 'button', is: { type: 'submit', class: 'main', 'data-testid': 'pay' } })
  let panel = makePanel({ method: preferred, session })

  const choose = (name: Method) => {
    panel = makePanel({ method: name, session })
    panelPlace.replaceChildren(...panel.parts)
    submit.textContent = `${panel.action} ${formatPaise({ amount: session.order.amount })}`
  }
  const form = make({
    tag: 'form',
    is: { novalidate: true, 'data-testid': 'payment-form' },
    on: {
      submit: (event) => {
        event.preventDefault()
        const buyer = contact.read()
        if (!buyer) return
        flow.buyer = buyer
        const instrument = panel.read()
        if (instrument) void flow.pay({ instrument })
      },
      change: (event) => {
        if (event.target instanceof HTMLInputElement && event.target.name === 'method') choose(event.target.value as Method)
      },
    },
    parts: [
      problem === undefined ? null : make({ tag: 'p', text: problem, is: { role: 'alert', class: 'reason', 'data-testid': 'problem' } }),
      ...contact.parts,
      makeMethodChoice({ shown, preferred }),
      panelPlace,
      submit,
    ],
  })
  choose(preferred)
  flow.shell.show({ heading: 'Pay with', parts: [form] })
}

/** As documented, a preferred method counts only together with email and contact. */
function readPrefilledMethod({ flow }: { flow: Flow }): string | null {
  const { email, contact, method } = flow.options.prefill
  return email !== null && contact !== null ? method : null
}

function makeMethodChoice({ shown, preferred }: { shown: readonly Method[]; preferred: Method }): HTMLElement {
  const choices = shown.map((name) => {
    const radio = make({
      tag: 'input',
      is: { type: 'radio', name: 'method', value: name, checked: name === preferred, 'data-testid': `method-${name}` },
    })
    return make({ tag: 'label', is: { class: 'choice' }, parts: [radio, make({ tag: 'span', text: METHOD_NAMES[name] })] })
  })
  return make({
    tag: 'fieldset',
    is: { class: 'choices' },
    parts: [make({ tag: 'legend', text: 'Payment method', is: { class: 'unseen' } }), ...choices],
  })
}

function makeContact({ flow }: { flow: Flow }): { readonly parts: readonly Node[]; read(): Flow['buyer'] | null } {
  const { prefill } = flow.options
  if (prefill.contact !== null) {
    const line = [prefill.contact, prefill.email].filter(Boolean).join(' · ')
    const buyer = { contact: addCountryCode({ contact: prefill.contact }), email: prefill.email }
    return { parts: [make({ tag: 'p', text: line, is: { class: 'contact', 'data-testid': 'contact' } })], read: () => buyer }
  }
  const phone = makeField({
    id: 'contact-phone',
    label: 'Phone number',
    is: { type: 'tel', autocomplete: 'tel', value: flow.buyer.contact },
  })
  return {
    parts: [phone.row],
    read() {
      const contact = addCountryCode({ contact: phone.input.value })
      const fits = /^\+\d{10,14}$/.test(contact)
      phone.setProblem({ problem: fits ? null : 'Enter a phone number of 10 digits.' })
      if (fits) return { contact, email: prefill.email }
      phone.input.focus()
      return null
    },
  }
}

/** Bare 10 digits are Indian. */
function addCountryCode({ contact }: { contact: string }): string {
  const compact = contact.replace(/[\s()-]/g, '')
  return /^\d{10}$/.test(compact) ? `+91${compact}` : compact
}

function makePanel({ method, session }: { method: Method; session: Session }): Panel {
  if (method === 'card') return makeCardPanel({ session })
  return method === 'upi' ? makeUpiPanel({ session }) : makeBankPanel({ session })
}

function makeCardPanel({ session }: { session: Session }): Panel {
  const fields = makeCardFields({ testCards: session.test_cards })
  return {
    parts: fields.parts,
    action: 'Pay',
    read() {
      const number = fields.read()
      return number === null ? null : { method: 'card', number }
    },
  }
}

function makeUpiPanel({ session }: { session: Session }): Panel {
  const way = (value: string, text: string, checked: boolean) =>
    make({
      tag: 'label',
      is: { class: 'way' },
      parts: [
        make({ tag: 'input', is: { type: 'radio', name: 'upi-way', value, checked, 'data-testid': `upi-way-${value}` } }),
        make({ tag: 'span', text }),
      ],
    })
  const id = makeField({
    id: 'upi-id',
    label: 'UPI ID',
    hint: `Test IDs: ${session.test_upi_ids.join(', ')}`,
    is: { type: 'text', inputmode: 'email', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
  })
  id.row.hidden = true
  const ways = make({
    tag: 'fieldset',
    is: { class: 'ways' },
    on: {
      change: () => {
        id.row.hidden = isQr()
      },
    },
    parts: [make({ tag: 'legend', text: 'How to pay with UPI' }), way('qr', 'Scan a QR code', true), way('id', 'Enter a UPI ID', false)],
  })
  const isQr = () => ways.querySelector<HTMLInputElement>('input:checked')?.value === 'qr'
  return {
    parts: [ways, id.row],
    action: 'Pay',
    read() {
      if (isQr()) return { method: 'upi', vpa: null }
      const vpa = id.input.value.trim()
      const fits = /^[\w.-]+@[\w.-]+$/.test(vpa)
      id.setProblem({ problem: fits ? null : 'Enter a UPI ID such as name@bank.' })
      if (fits) return { method: 'upi', vpa }
      id.input.focus()
      return null
    },
  }
}

function makeBankPanel({ session }: { session: Session }): Panel {
  const select = make({
    tag: 'select',
    is: { id: 'bank-select', 'data-testid': 'bank-select' },
    parts: session.banks.map(({ code, name }) => make({ tag: 'option', text: name, is: { value: code } })),
  })
  return {
    parts: [
      make({ tag: 'div', is: { class: 'field' }, parts: [make({ tag: 'label', text: 'Bank', is: { for: 'bank-select' } }), select] }),
    ],
    action: 'Pay',
    read: () => ({ method: 'netbanking', bank: select.value }),
  }
}
