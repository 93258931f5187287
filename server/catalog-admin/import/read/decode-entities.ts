const named = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', times: '×', deg: '°' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', trade: '™', reg: '®', copy: '©', eacute: 'é', egrave: 'è' },
  }),
)

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi

const fromCode = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '')

const decodeOnce = (text: string): string =>
  text.replace(entity, (all, decimal?: string, hexadecimal?: string, name?: string) => {
    if (decimal !== undefined) return fromCode(Number(decimal))
    if (hexadecimal !== undefined) return fromCode(Number.parseInt(hexadecimal, 16))
    return named.get((name ?? '').toLowerCase()) ?? all
  })

/** `Kurta &amp; Palazzo` as `Kurta & Palazzo`, also when it was written twice: `&amp;amp;`. Unknown entities stay. */
export const decodeEntities = (text: string): string => (text.includes('&') ? decodeOnce(decodeOnce(text)) : text)
