/** Markup that is safe to insert: only `html` creates it. */
export class SafeHtml {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | number | SafeHtml | readonly SafeHtml[] | undefined

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function toMarkup(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof SafeHtml) return value.markup
  if (typeof value === 'object') return value.map(({ markup }) => markup).join('')
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A template literal that escapes its values, except for markup made by `html` itself. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): SafeHtml {
  return new SafeHtml(strings.reduce((markup, text, index) => markup + toMarkup(values[index - 1]) + text))
}
