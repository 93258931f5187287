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
  ['noto-sans-arabic', 'arabic'],
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

const toCodePoints = (cluster: string) => Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
const isCovered = (cluster: string): boolean => fonts.some(({ covers }) => toCodePoints(cluster).every(covers))

/** The font of a character with its marks. One that no font has is a box of the first. */
function findFont(cluster: string): PrintFont {
  const codePoints = toCodePoints(cluster)
  return fonts.find(({ covers }) => codePoints.every(covers)) ?? latin
}

/** Letters of Urdu and other languages that are written from right to left. */
const rightToLeft = /\p{Script=Arabic}/u

/** A text as it is printed: dashes that break no line are plain ones, and pictures are left out. */
const toPrintable = (text: string): string =>
  text
    .replaceAll('\u2011', '-')
    .replace(
      /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*\uFE0F?|\p{Regional_Indicator}|\uFE0F/gu,
      '',
    )
    .replace(/ {2,}/g, ' ')

/** The letters of a text that no font has: a document with them would show boxes. */
export const listUnprintable = (text: string): string[] =>
  listClusters(toPrintable(text)).filter((cluster) => /[\p{L}\p{M}]/u.test(cluster) && !isCovered(cluster))

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a reader sees as characters. */
export const listClusters = (text: string): string[] => Array.from(clusters.segment(text), ({ segment }) => segment)

interface FontRun {
  readonly font: PrintFont
  readonly text: string
}

/**
 * A text in parts of one font, from left to right. Letters of a word stay together, because their shapes depend on their neighbours; the words
 * of a passage in Urdu follow each other from right to left.
 */
export function splitByFont(text: string): FontRun[] {
  const runs: { font: PrintFont; text: string }[] = []
  for (const cluster of listClusters(toPrintable(text))) {
    const font = findFont(cluster)
    const last = runs.at(-1)
    if (last?.font === font) last.text += cluster
    else runs.push({ font, text: cluster })
  }
  return reversePassages(runs)
}

/** Reverses each sequence of words that are written from right to left, with the spaces between them. */
function reversePassages(runs: readonly FontRun[]): FontRun[] {
  const isReversed = (run: FontRun | undefined) => run !== undefined && rightToLeft.test(run.text)
  const ordered: FontRun[] = []
  let passage: FontRun[] = []
  for (const [index, run] of runs.entries()) {
    const isBetween = run.text.trim() === '' && passage.length > 0 && isReversed(runs[index + 1])
    if (isReversed(run) || isBetween) {
      passage.unshift(run)
      continue
    }
    ordered.push(...passage, run)
    passage = []
  }
  return [...ordered, ...passage]
}
