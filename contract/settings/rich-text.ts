import { z } from 'zod'

/** A path of the shop, or an address with https. */
const isLinkTarget = (text: string): boolean => /^\/(?![/\\])[^\s]*$/.test(text) || /^https:\/\/[^\s/]+\.[^\s]+$/.test(text)

const linkError = 'A link is a path such as /buy?category=TEE or an address that begins with https://.'

export const linkTarget = z.string().trim().max(300, { error: 'The link is too long.', abort: true }).refine(isLinkTarget, linkError)

/** Plain text, bold text, or a link. */
const inline = z.union([z.string(), z.object({ bold: z.string() }), z.object({ text: z.string(), href: z.string() })])
export type Inline = z.infer<typeof inline>

export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), content: z.array(inline) }),
  z.object({ kind: z.literal('list'), items: z.array(z.array(inline)) }),
])
export type Block = z.infer<typeof block>

const inlinePattern = /\*\*(?<bold>[^*\n]+)\*\*|\[(?<text>[^\]\n]+)\]\((?<href>[^)\s]*)\)/g

function parseInline(line: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of line.matchAll(inlinePattern)) {
    const { bold, text = '', href = '' } = match.groups ?? {}
    if (match.index > end) parts.push(line.slice(end, match.index))
    parts.push(bold === undefined ? { text, href } : { bold })
    end = match.index + match[0].length
  }
  if (end < line.length) parts.push(line.slice(end))
  return parts
}

/**
 * The blocks of a text: paragraphs apart by an empty line, lists of lines that begin with "- ", **bold** and [links](/buy). Everything
 * else, HTML too, is text.
 */
export function parseRichText(text: string): Block[] {
  const blocks = text.split(/\n{2,}/).map((block) => block.split('\n').filter((line) => line.trim() !== ''))
  return blocks.flatMap((lines): Block[] => {
    if (lines.length === 0) return []
    if (lines.every((line) => line.startsWith('- '))) return [{ kind: 'list', items: lines.map((line) => parseInline(line.slice(2))) }]
    return [{ kind: 'paragraph', content: parseInline(lines.join(' ')) }]
  })
}

const listLinks = (text: string): string[] =>
  [...text.matchAll(inlinePattern)].flatMap(({ groups }) => (groups?.text === undefined ? [] : [groups.href ?? '']))

/** A text with bold, lists and links. */
export const richText = (maxLength: number) =>
  z
    .string({ error: 'Enter a text.' })
    .max(maxLength, { error: `The text has more than ${maxLength} characters.`, abort: true })
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => listLinks(text).every(isLinkTarget), linkError)
