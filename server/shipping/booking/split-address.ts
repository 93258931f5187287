/** A text on lines of at most `length` characters, broken between words; `rest` is what has no room. A longer word is broken. */
export function splitAddress({ text, lines, length }: { text: string; lines: number; length: number }): {
  readonly lines: string[]
  readonly rest: string
} {
  const words = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${length}}`, 'gu')) ?? [])
  const filled: string[] = []
  while (filled.length < lines && words.length > 0) {
    let line = words.shift() ?? ''
    while (words[0] !== undefined && `${line} ${words[0]}`.length <= length) line = `${line} ${words.shift()}`
    filled.push(line)
  }
  return { lines: Array.from({ length: lines }, (_, index) => filled[index] ?? ''), rest: words.join(' ') }
}
