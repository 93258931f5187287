import { expect, test } from 'vitest'
import {
  type Accent,
  accents,
  type Ground,
  getContrast,
  grounds,
  listColours,
  type Oklch,
  toColourStyle,
  toThemeColours,
} from './colours.ts'

/** The colours of web/ui/theme.css that a choice keeps, light and dark. */
const kept: Readonly<Record<string, readonly [Oklch, Oklch]>> = {
  ink: [
    [22, 0.02, 60],
    [93.5, 0.014, 85],
  ],
  soft: [
    [43, 0.022, 62],
    [77, 0.018, 80],
  ],
  indigo: [
    [40, 0.13, 272],
    [80, 0.09, 275],
  ],
  good: [
    [42, 0.1, 152],
    [78, 0.11, 152],
  ],
  bad: [
    [48, 0.18, 26],
    [75, 0.13, 28],
  ],
}
const onAccent: Oklch = [98.5, 0.01, 85]

const choices = Object.keys(accents).flatMap((accent) =>
  Object.keys(grounds).map((ground) => ({ accent, ground }) as { accent: Accent; ground: Ground }),
)

test.each(choices)('$accent on $ground is readable in both schemes', (choice) => {
  const colours = listColours(choice)
  for (const scheme of [0, 1] as const) {
    for (const button of ['--color-madder', '--color-madder-deep']) {
      const colour = colours[button]?.[scheme]
      if (colour) expect(getContrast(onAccent, colour), `${button} ${scheme}`).toBeGreaterThanOrEqual(4.5)
    }
    for (const ground of ['--color-page', '--color-raised', '--color-sunk']) {
      const behind = colours[ground]?.[scheme]
      if (!behind) continue
      for (const [name, pair] of Object.entries(kept))
        expect(getContrast(pair[scheme], behind), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      const thread = colours['--color-thread']?.[scheme]
      if (thread) expect(getContrast(thread, behind), `thread on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('the contrast is that of WCAG', () => {
  expect(getContrast([100, 0, 0], [0, 0, 0])).toBeCloseTo(21, 2)
  expect(getContrast([60, 0, 0], [60, 0, 0])).toBe(1)
})

test('the usual colours are those of the stylesheet', () => {
  expect(toColourStyle({ accent: 'madder', ground: 'cream' })).toBeUndefined()
  expect(toColourStyle({ accent: 'indigo', ground: 'cream' })).toEqual({
    '--color-madder': 'light-dark(oklch(47% 0.14 270), oklch(51% 0.14 270))',
    '--color-madder-deep': 'light-dark(oklch(40% 0.126 270), oklch(45% 0.126 270))',
    '--color-thread': 'light-dark(oklch(50% 0.14 270), oklch(72% 0.126 270))',
  })
})

test('the bar of a phone has the colour of the page, and white is white', () => {
  expect(toThemeColours({ ground: 'cream' })).toEqual({ light: '#f9f5ec', dark: '#19140f' })
  expect(toThemeColours({ ground: 'white' }).light).toBe('#ffffff')
  expect(toThemeColours({ ground: 'mist' }).light).toMatch(/^#f[0-9a-f]f[0-9a-f]f[0-9a-f]$/)
})
