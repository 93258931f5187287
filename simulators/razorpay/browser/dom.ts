interface Part {
  readonly tag: keyof HTMLElementTagNameMap
  readonly text?: string
  /** attributes; `false` and `null` leave one out */
  readonly is?: Readonly<Record<string, string | number | boolean | null>>
  readonly on?: Readonly<Record<string, (event: Event) => void>>
  readonly parts?: readonly (Node | null)[]
}

/** Builds an element. Text goes in as text, never as HTML. */
export function make<Tag extends keyof HTMLElementTagNameMap>({
  tag,
  text,
  is = {},
  on = {},
  parts = [],
}: Part & { readonly tag: Tag }): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  for (const [name, value] of Object.entries(is))
    if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : String(value))
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener)
  for (const part of parts) if (part) element.append(part)
  return element
}

export interface Field {
  readonly row: HTMLElement
  readonly input: HTMLInputElement
  /** shows the reason at the field, or takes it away */
  setProblem(input: { problem: string | null }): void
}

/** A labelled input with a place for its error. */
export function makeField({
  id,
  label,
  hint,
  is,
}: {
  id: string
  label: string
  hint?: string
  is: Readonly<Record<string, string | number | boolean | null>>
}): Field {
  const input = make({ tag: 'input', is: { id, name: id, 'data-testid': id, 'aria-describedby': `${id}-note`, ...is } })
  const note = make({ tag: 'p', text: hint ?? '', is: { id: `${id}-note`, class: 'note' } })
  const row = make({
    tag: 'div',
    is: { class: `field field-${id}` },
    parts: [make({ tag: 'label', text: label, is: { for: id } }), input, note],
  })
  return {
    row,
    input,
    setProblem({ problem }) {
      input.toggleAttribute('aria-invalid', false)
      if (problem !== null) input.setAttribute('aria-invalid', 'true')
      note.textContent = problem ?? hint ?? ''
      note.classList.toggle('is-problem', problem !== null)
    },
  }
}

/** Rupees for reading, from paise. */
export function formatPaise({ amount }: { amount: number }): string {
  const fraction = amount % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).format(amount / 100)
}
