import type { Session } from './calls.ts'
import { type Field, make, makeField } from './dom.ts'

export interface CardFields {
  readonly parts: readonly Node[]
  /** The number if all fields pass, else null with the reasons shown and the focus on the first. */
  read(): string | null
}

const FILLER = { expiry: '12/34', cvv: '123', name: 'Asha Rao' }

/** Number, expiry, CVV and name. Only the number ever leaves the frame, and the server forgets all but its end. */
export function makeCardFields({ testCards }: { testCards: Session['test_cards'] }): CardFields {
  const number = makeField({
    id: 'card-number',
    label: 'Card number',
    is: { inputmode: 'numeric', autocomplete: 'off', placeholder: '4100 2800 0000 1007', maxlength: 23 },
  })
  const expiry = makeField({
    id: 'card-expiry',
    label: 'Expiry (MM/YY)',
    is: { inputmode: 'numeric', autocomplete: 'off', placeholder: 'MM/YY', maxlength: 5 },
  })
  const cvv = makeField({ id: 'card-cvv', label: 'CVV', is: { type: 'password', inputmode: 'numeric', autocomplete: 'off', maxlength: 4 } })
  const name = makeField({ id: 'card-name', label: 'Name on card', is: { autocomplete: 'off' } })
  number.input.addEventListener('input', () => groupDigits({ input: number.input }))
  expiry.input.addEventListener('input', () => placeSlash({ input: expiry.input }))

  const fill = (digits: string) => {
    number.input.value = digits
    groupDigits({ input: number.input })
    expiry.input.value = FILLER.expiry
    cvv.input.value = FILLER.cvv
    name.input.value = FILLER.name
  }
  const pair = make({ tag: 'div', is: { class: 'pair' }, parts: [expiry.row, cvv.row] })
  const checks: readonly [Field, (value: string) => string | null][] = [
    [number, checkNumber],
    [expiry, checkExpiry],
    [cvv, (value) => (/^\d{3,4}$/.test(value) ? null : 'Enter 3 or 4 digits.')],
    [name, (value) => (value.trim() === '' ? 'Enter the name on the card.' : null)],
  ]
  return {
    parts: [makeFiller({ testCards, onChoose: fill }), number.row, pair, name.row],
    read() {
      const failing = checks.filter(([field, check]) => {
        const problem = check(field.input.value)
        field.setProblem({ problem })
        return problem !== null
      })
      failing[0]?.[0].input.focus()
      return failing.length === 0 ? number.input.value.replace(/\D/g, '') : null
    },
  }
}

function makeFiller({ testCards, onChoose }: { testCards: Session['test_cards']; onChoose: (digits: string) => void }): HTMLElement {
  const group = (label: string, cards: Session['test_cards']) =>
    make({
      tag: 'optgroup',
      is: { label },
      parts: cards.map((card) =>
        make({
          tag: 'option',
          text: `${card.network} …${card.number.slice(-4)}${card.problem ? ` – ${card.problem}` : ''}`,
          is: { value: card.number },
        }),
      ),
    })
  const select = make({
    tag: 'select',
    is: { id: 'test-card', 'data-testid': 'test-card' },
    on: { change: () => select.value !== '' && onChoose(select.value) },
    parts: [
      make({ tag: 'option', text: 'Choose one to fill in the form', is: { value: '' } }),
      group(
        'Succeed',
        testCards.filter((card) => card.problem === null),
      ),
      group(
        'Fail, with their reason, when the bank says no',
        testCards.filter((card) => card.problem !== null),
      ),
    ],
  })
  return make({
    tag: 'div',
    is: { class: 'field filler' },
    parts: [make({ tag: 'label', text: 'Test cards', is: { for: 'test-card' } }), select],
  })
}

function groupDigits({ input }: { input: HTMLInputElement }): void {
  // Regrouping while the caret is inside would move it; at the end it is what the eye expects.
  if (document.activeElement === input && input.selectionStart !== input.value.length) return
  input.value = input.value
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

function placeSlash({ input }: { input: HTMLInputElement }): void {
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
