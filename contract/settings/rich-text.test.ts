import { expect, test } from 'vitest'
import { parseRichText, richText } from './rich-text.ts'

test('a text has paragraphs, lists, bold and links', () => {
  expect(parseRichText('Made **slowly** in\nJaipur.\n\n- [Tees](/buy?category=TEE)\n- Kurtas\n\n\nBye')).toEqual([
    { kind: 'paragraph', content: ['Made ', { bold: 'slowly' }, ' in Jaipur.'] },
    { kind: 'list', items: [[{ text: 'Tees', href: '/buy?category=TEE' }], ['Kurtas']] },
    { kind: 'paragraph', content: ['Bye'] },
  ])
  expect(parseRichText('')).toEqual([])
})

test('HTML, single stars and unfinished marks are text', () => {
  for (const text of ['<b onclick=alert(1)>x</b>', '2 * 3 * 4', '**open', '[no](', '[]()'])
    expect(parseRichText(text)).toEqual([{ kind: 'paragraph', content: [text] }])
})

test.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://plain.example', 'mailto:a@b.example', ''])(
  'a link to %j is refused',
  (href) => {
    expect(richText(100).safeParse(`[x](${href})`).success).toBe(false)
  },
)

test.each(['/buy', '/', 'https://example.com/a?b=c#d'])('a link to %j is accepted', (href) => {
  expect(richText(100).parse(`[x](${href})\r\n`)).toBe(`[x](${href})`)
})
