import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getContrast, type Oklch } from '#contract/settings/colours.ts'

const web = join(import.meta.dirname, '../web')
const theme = readFileSync(join(web, 'ui/theme.css'), 'utf8')

const parseColour = (text: string): Oklch => {
  const [lightness = 0, chroma = 0, hue = 0] = Array.from(text.matchAll(/[\d.]+/g), Number)
  return [lightness, chroma, hue]
}

/** The colours of the theme by name, in the light and in the dark scheme. */
const colours = new Map(
  Array.from(theme.matchAll(/--color-([\w-]+): (.*oklch.*);/g), ([, name = '', value = '']) => {
    const [light = '', dark = light] = value.match(/oklch\([^)]*\)/g) ?? []
    return [name, { light: parseColour(light), dark: parseColour(dark) }]
  }),
)

function measure({ text, behind, scheme }: { text: string; behind: string; scheme: 'light' | 'dark' }): number {
  const [one, other] = [colours.get(text), colours.get(behind)]
  if (!one || !other) throw new Error(`The theme has no colour ${text} or ${behind}.`)
  return getContrast(one[scheme], other[scheme])
}

/** Borders of controls and icons need less than texts (WCAG 2.2, 1.4.11). `line` only decorates. */
const required = (text: string): number => (text === 'edge' ? 3 : 4.5)

function listUnreadable(pairs: readonly (readonly [text: string, behind: string])[]): string[] {
  return pairs.flatMap(([text, behind]) =>
    (['light', 'dark'] as const).flatMap((scheme) => {
      const contrast = measure({ text, behind, scheme })
      return contrast >= required(text) ? [] : [`${text} on ${behind}, ${scheme}: ${contrast.toFixed(2)}`]
    }),
  )
}

/** Text and background that one class list sets together, in the same state: `bg-ink text-page`, `has-checked:bg-ink has-checked:text-page`. */
function listPairsOfClasses(): [string, string][] {
  const names = [...colours.keys()].toSorted((one, other) => other.length - one.length).join('|')
  const found = new Map<string, [string, string]>()
  for (const file of globSync('**/*.{tsx,css}', { cwd: web })) {
    for (const [classes] of readFileSync(join(web, file), 'utf8').matchAll(/"[^"\n]*"|'[^'\n]*'|`[^`]*`|@apply [^;]*;/g)) {
      const read = (kind: string) => Array.from(classes.matchAll(new RegExp(`([^\\s"'\`]*)\\b${kind}-(${names})(?=[\\s"'\`;])`, 'g')))
      for (const [, state, behind = ''] of read('bg'))
        for (const [, textState, text = ''] of read('text')) if (state === textState) found.set(`${text} on ${behind}`, [text, behind])
    }
  }
  return [...found.values()]
}

test('every colour of texts and of the borders of controls is readable on every ground, in both schemes', () => {
  const texts = ['ink', 'soft', 'indigo', 'thread', 'good', 'bad', 'edge']
  expect(listUnreadable(texts.flatMap((text) => ['page', 'raised', 'sunk'].map((ground) => [text, ground] as const)))).toEqual([])
})

test('the texts of buttons and badges are readable, also under the pointer and while they are disabled', () => {
  expect(
    listUnreadable([
      ['on-madder', 'madder'],
      ['on-madder', 'madder-deep'],
      ['page', 'ink'],
      ['page', 'soft'],
      ['page', 'thread'],
      ['soft', 'line'],
      ['soft', 'sunk'],
    ]),
  ).toEqual([])
})

test('a text and a background that an element sets together are readable', () => {
  const pairs = listPairsOfClasses()
  expect(pairs).toContainEqual(['page', 'ink'])
  expect(pairs).toContainEqual(['ink', 'raised'])
  expect(listUnreadable(pairs)).toEqual([])
})
