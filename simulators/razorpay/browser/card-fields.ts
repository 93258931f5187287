import type { Session } from './api.ts'
import { createElement, createField, type Field } from './dom.ts'

export interface CardFields {
  readonly children: readonly Node[]
  /** The card number; null if a field is invalid: errors are shown and the first invalid field has the focus. */
  parse(): string | null
}

const TEST_DETAILS = { expiry: '12/34', cvv: '123', name: 'Asha Rao' }

/** Number, expiry, CVV and name. Only the number is sent; the server stores its last four digits. */
export function createCardFields({ testCards }: { testCards: Session['test_cards'] }): CardFields {
  const number = createField({
    id: 'card-number',
    label: 'Card number',
    attributes: { inputmode: 'numeric', autocomplete: 'off', placeholder: '4100 2800 0000 1007', maxlength: 23 },
  })
  const expiry = createField({
    id: 'card-expiry',
    label: 'Expiry (MM/YY)',
    attributes: { inputmode: 'numeric', autocomplete: 'off', placeholder: 'MM/YY', maxlength: 5 },
  })
  const cvv = createField({
    id: 'card-cvv',
    label: 'CVV',
    attributes: { type: 'password', inputmode: 'numeric', autocomplete: 'off', maxlength: 4 },
  })
  const name = createField({ id: 'card-name', label: 'Name on card', attributes: { autocomplete: 'off' } })
  number.input.addEventListener('input', () => groupDigits({ input: number.input }))
  expiry.input.addEventListener('input', () => insertSlash({ input: expiry.input }))

  const fill = (digits: string) => {
    number.input.value = digits
    groupDigits({ input: number.input })
    expiry.input.value = TEST_DETAILS.expiry
    cvv.input.value = TEST_DETAILS.cvv
    name.input.value = TEST_DETAILS.name
  }
  const pair = createElement({ tag: 'div', attributes: { class: 'pair' }, children: [expiry.row, cvv.row] })
  const checks: readonly [Field, (value: string) => string | null][] = [
    [number, checkNumber],
    [expiry, checkExpiry],
    [cvv, (value) => (/^\d{3,4}$/.test(value) ? null : 'Enter 3 or 4 digits.')],
    [name, (value) => (value.trim() === '' ? 'Enter the name on the card.' : null)],
  ]
  return {
    children: [createTestCardSelect({ testCards, onChoose: fill }), number.row, pair, name.row],
    parse() {
      const failing = checks.filter(([field, check]) => {
        const error = check(field.input.value)
        field.setError({ error })
        return error !== null
      })
      failing[0]?.[0].input.focus()
      return failing.length === 0 ? number.input.value.replace(/\D/g, '') : null
    },
  }
}

function createTestCardSelect({
  testCards,
  onChoose,
}: {
  testCards: Session['test_cards']
  onChoose: (digits: string) => void
}): HTMLElement {
  const group = (label: string, cards: Session['test_cards']) =>
    createElement({
      tag: 'optgroup',
      attributes: { label },
      children: cards.map((card) =>
        createElement({
          tag: 'option',
          text: `${card.network} …${card.number.slice(-4)}${card.error ? ` – ${card.error}` : ''}`,
          attributes: { value: card.number },
        }),
      ),
    })
  const select = createElement({
    tag: 'select',
    attributes: { id: 'test-card', 'data-testid': 'test-card' },
    listeners: { change: () => select.value !== '' && onChoose(select.value) },
    children: [
      createElement({ tag: 'option', text: 'Choose a card to fill in the form', attributes: { value: '' } }),
      group(
        'Succeed',
        testCards.filter((card) => card.error === null),
      ),
      group(
        'Fail with this reason when the bank answers Failure',
        testCards.filter((card) => card.error !== null),
      ),
    ],
  })
  return createElement({
    tag: 'div',
    attributes: { class: 'field test-cards' },
    children: [createElement({ tag: 'label', text: 'Test cards', attributes: { for: 'test-card' } }), select],
  })
}

function groupDigits({ input }: { input: HTMLInputElement }): void {
  // Regrouping moves the caret, so it is done only while the caret is at the end.
  if (document.activeElement === input && input.selectionStart !== input.value.length) return
  input.value = input.value
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

function insertSlash({ input }: { input: HTMLInputElement }): void {
  const digits = input.value.replace(/\D/g, '').slice(0, 4)
  input.value = digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

function checkNumber(value: string): string | null {
  const { length } = value.replace(/\D/g, '')
  return length >= 13 && length <= 19 ? null : 'Enter the number of a test card.'
}

function checkExpiry(value: string): string | null {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(value) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return 'Enter month and year.'
  const isPast = new Date(2000 + Number(year), Number(month)) <= new Date()
  return isPast ? 'The card has expired.' : null
}
