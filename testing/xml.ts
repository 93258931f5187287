/** Whether elements are nested properly, text is escaped and all characters may be in XML 1.0. */
export function isWellFormed(xml: string): boolean {
  const open: string[] = []
  const rest = xml.replace(/^<\?xml [^?]*\?>/, '').replace(/<(\/?)([a-z:_]+)( [a-z:]+="[^"<&]*")*>/g, (_tag, end, name) => {
    if (end === '') open.push(name)
    else if (open.pop() !== name) open.push('wrong')
    return ''
  })
  return (
    open.length === 0 &&
    !/[<>]|&(?!(amp|lt|gt|quot|apos);)/.test(rest) &&
    !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(rest)
  )
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => characters[name] ?? '')

/** The elements of a feed item, without their namespace; of a repeated one the last. */
export const readElements = (xml: string): Record<string, string> =>
  Object.fromEntries([...xml.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)].map(([, name, text]) => [name, unescapeXml(text ?? '')]))
