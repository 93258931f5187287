/** HTML that is safe to put into a page: only `html` makes it. */
export class SafeHtml {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | SafeHtml | readonly SafeHtml[] | undefined

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function write(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof SafeHtml) return part.markup
  if (typeof part === 'object') return part.map((piece) => piece.markup).join('')
  return String(part).replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}

/** A template whose values are escaped, unless a template made them: nobody can forget to. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml {
  return new SafeHtml(strings.reduce((markup, text, index) => markup + write(parts[index - 1]) + text))
}
