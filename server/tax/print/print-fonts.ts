import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './unpack-woff.ts'

// A file for each script. WOFF and not WOFF2, from which pdfkit cannot take single glyphs. Noto Sans where fontkit can place its marks; for
// Gujarati, Malayalam and Gurmukhi other fonts, because it ends with an error at marks without an anchor (fontkit issue 367).

/** The files in the order in which they are tried. Noto Sans itself has Latin letters, ₹ and Devanagari. */
const files = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'devanagari'],
  ['noto-sans-tamil', 'tamil'],
  ['noto-sans-bengali', 'bengali'],
  ['noto-sans-telugu', 'telugu'],
  ['mukta-vaani', 'gujarati'],
  ['noto-sans-kannada', 'kannada'],
  ['anek-malayalam', 'malayalam'],
  ['mukta-mahee', 'gurmukhi'],
  ['noto-sans-oriya', 'oriya'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'cyrillic'],
] as const

export type FontWeight = 400 | 700

interface PrintFont {
  readonly name: string
  covers(codePoint: number): boolean
  /** The TrueType file, unpacked once in a process. */
  readBytes(weight: FontWeight): Buffer
}

const resolve = (path: string): string => fileURLToPath(import.meta.resolve(`@fontsource/${path}`))

/** `U+0900-097F,U+20B9` as pairs of the first and the last code point. */
const parseRanges = (text: string) =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })

const fonts: readonly PrintFont[] = files.map(([family, subset]) => {
  const ranges = parseRanges((JSON.parse(readFileSync(resolve(`${family}/unicode.json`), 'utf8')) as Record<string, string>)[subset] ?? '')
  const bytes = new Map<FontWeight, Buffer>()
  return {
    name: `${family}-${subset}`,
    covers: (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last),
    readBytes(weight) {
      // fontkit inflates a WOFF file again for each document and glyph: three times the processor time.
      const found = bytes.get(weight) ?? unpackWoff(readFileSync(resolve(`${family}/files/${family}-${subset}-${weight}-normal.woff`)))
      bytes.set(weight, found)
      return found
    },
  }
})

const latin = fonts[0] as PrintFont

/** The font of a character with its marks. One that no font has is a box of the first. */
function findFont(cluster: string): PrintFont {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
  return fonts.find(({ covers }) => codePoints.every(covers)) ?? latin
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader sees as characters. */
export const listClusters = (text: string): string[] => Array.from(clusters.segment(text), ({ segment }) => segment)

interface FontRun {
  readonly font: PrintFont
  readonly text: string
}

/** A text in parts of one font. Letters of a word stay together, because their shapes depend on their neighbours. */
export function splitByFont(text: string): FontRun[] {
  const runs: { font: PrintFont; text: string }[] = []
  for (const cluster of listClusters(text)) {
    const font = findFont(cluster)
    const last = runs.at(-1)
    if (last?.font === font) last.text += cluster
    else runs.push({ font, text: cluster })
  }
  return runs
}
