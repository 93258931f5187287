type Attributes = Readonly<Record<string, string | number | boolean | null>>

interface ElementOptions<Tag extends keyof HTMLElementTagNameMap> {
  readonly tag: Tag
  readonly text?: string
  /** `false` and `null` omit the attribute */
  readonly attributes?: Attributes
  readonly listeners?: Readonly<Record<string, (event: Event) => void>>
  readonly children?: readonly (Node | null)[]
}

/** Creates an element. Text is inserted as text, never as HTML. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>({
  tag,
  text,
  attributes = {},
  listeners = {},
  children = [],
}: ElementOptions<Tag>): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : String(value))
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
  for (const child of children) if (child) element.append(child)
  return element
}

export function createButton({
  text,
  testId,
  style,
  onClick,
}: {
  text: string
  testId: string
  style: 'primary' | 'secondary' | 'success' | 'danger'
  onClick: () => void
}): HTMLButtonElement {
  const attributes = { type: 'button', class: style, 'data-testid': testId }
  return createElement({ tag: 'button', text, attributes, listeners: { click: onClick } })
}

export interface Field {
  readonly row: HTMLElement
  readonly input: HTMLInputElement
  /** Shows the error below the input; null removes it. */
  setError(input: { error: string | null }): void
}

/** A labelled input with a hint that an error replaces. */
export function createField({
  id,
  label,
  hint = '',
  attributes,
}: {
  id: string
  label: string
  hint?: string
  attributes: Attributes
}): Field {
  const noteId = `${id}-note`
  const input = createElement({
    tag: 'input',
    attributes: { id, name: id, 'data-testid': id, 'aria-describedby': noteId, ...attributes },
  })
  const note = createElement({ tag: 'p', text: hint, attributes: { id: noteId, class: 'note' } })
  const row = createElement({
    tag: 'div',
    attributes: { class: `field field-${id}` },
    children: [createElement({ tag: 'label', text: label, attributes: { for: id } }), input, note],
  })
  return {
    row,
    input,
    setError({ error }) {
      if (error === null) input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
      note.textContent = error ?? hint
      note.classList.toggle('is-error', error !== null)
    },
  }
}

/** Rupees with the currency sign. */
export function formatPaise({ amount }: { amount: number }): string {
  const minimumFractionDigits = amount % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits, maximumFractionDigits: 2 }).format(
    amount / 100,
  )
}
