import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { normalizeName } from '#contract/accounts/names.ts'

/** Each line of the file: a prototype and the characters that look like it, as code points. `npm run confusables` writes it. */
function readPrototypes(): ReadonlyMap<string, string> {
  const toText = (codePoints: string) => String.fromCodePoint(...codePoints.split(' ').map((each) => Number.parseInt(each, 16)))
  const [, ...lines] = readFileSync(new URL('confusables.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [prototype = '', characters = ''] = line.split('\t')
      return characters.split(' ').map((character) => [toText(character), toText(prototype)] as const)
    }),
  )
}

const prototypes = readPrototypes()

/** Characters that are not seen. U+2800 is the Braille pattern without dots. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

/** Accents in alphabets in which they are easily overlooked; the marks of other scripts are vowels. */
const accents = /(?<=[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}0-9])(?:(?=\p{M})[\p{sc=Zinh}\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}])+/gu

const replaceConfusables = (text: string): string =>
  Array.from(text.replace(unseen, '').replace(accents, ''), (character) => prototypes.get(character) ?? character).join('')

/**
 * The form that look-alike texts share (UTS 39): `раураl` in Cyrillic, `paypa1` and `paypal` have one skeleton. The second pass replaces
 * what appears when compatibility forms, such as `ⓟ`, are decomposed.
 */
const toSkeleton = (text: string): string =>
  replaceConfusables(replaceConfusables(text.normalize('NFD')).normalize('NFKD')).normalize('NFD')

/** What distinguishes no names: a new one may not differ from another by it alone. */
const punctuation = /[\p{Z}\p{P}]/gu
const punctuationAndSymbols = /[\p{Z}\p{P}\p{S}]/gu

/** Letters and digits that are read as another letter, but that UTS 39 keeps apart. */
const readings: Readonly<Record<string, string>> = { i: 'l', '5': 's', '8': 'b', ʘ: 'o', ɘ: 'e', vv: 'w' }
const foldReadings = (skeleton: string): string => skeleton.replace(/vv|[i58ʘɘ]/g, (text) => readings[text] ?? text)

/** Signs that say nothing about a name but make it look official. */
const trademarks = /[™℠]/g

interface Skeletons {
  readonly lower: string
  readonly upper: string
  /** in lower case; undefined for a name in capitals, in which an I is not taken for an l */
  readonly typed: string | undefined
  /** in lower case, with what is read as another letter */
  readonly folded: string
}

/** The skeletons of a name in lower case, in capitals and as it was typed, because a letter may imitate only a capital. */
function toSkeletons({ name, ignored }: { name: string; ignored: RegExp }): Skeletons {
  const text = name.replace(trademarks, '')
  const plain = text.normalize('NFKD')
  const upper = plain.toUpperCase()
  const compact = (form: string) => toSkeleton(form).replace(ignored, '')
  const lower = compact(plain.toLowerCase()).toLowerCase()
  return {
    lower,
    upper: compact(upper),
    typed: plain === upper ? undefined : compact(text).toLowerCase(),
    folded: foldReadings(lower),
  }
}

const listKeys = ({ lower, upper, typed = '', folded }: Skeletons): string[] =>
  [...new Set([lower, upper, typed, folded])].filter((key) => key !== '')

/** Two names look alike when they have a key in common. Empty for a name of spaces and punctuation. */
export const toNameKeys = (name: string): string[] => listKeys(toSkeletons({ name, ignored: punctuation }))

/** A name, and what is left of it without digits and symbols at its end. */
const withoutSuffix = (name: string): string[] => [
  name,
  name.normalize('NFKD').replace(/(?<![\p{N}\p{S}\p{P}\p{Z}])[\p{N}\p{S}\p{P}\p{Z}]+$/u, ''),
]

/** The keys of those whom a name imitates also with symbols, or digits at its end. */
export const toImitatedKeys = (name: string): string[] => [
  ...new Set(withoutSuffix(name).flatMap((each) => listKeys(toSkeletons({ name: each, ignored: punctuationAndSymbols })))),
]

/** Whether a text is one or several of these phrases, also as plurals. Its time grows with the length of both only. */
function consistsOf(text: string, phrases: ReadonlySet<string>): boolean {
  const ends = new Set([0])
  for (const start of ends) {
    for (const phrase of phrases) {
      const end = start + phrase.length
      if (!text.startsWith(phrase, start)) continue
      ends.add(end)
      if (text[end]?.toLowerCase() === 's') ends.add(end + 1)
    }
  }
  return text !== '' && ends.has(text.length)
}

/** Returns whether a name looks like one or several of these phrases, also after `the`, as plurals, with symbols, or digits at its end. */
export function createPhraseTest(phrases: readonly string[]): (name: string) => boolean {
  const all = phrases.map((name) => toSkeletons({ name, ignored: punctuationAndSymbols }))
  const toSet = (keys: readonly string[]) => new Set(keys.filter((key) => key !== ''))
  const folded = toSet(all.map((skeletons) => skeletons.folded))
  const upper = toSet(all.map((skeletons) => skeletons.upper))
  const isOf = (text: string, set: ReadonlySet<string>) => consistsOf(text, set) || consistsOf(text.replace(/^the/i, ''), set)
  return (text) =>
    withoutSuffix(text).some((name) => {
      const skeletons = toSkeletons({ name, ignored: punctuationAndSymbols })
      return isOf(skeletons.folded, folded) || isOf(foldReadings(skeletons.typed ?? ''), folded) || isOf(skeletons.upper, upper)
    })
}

/** The only key that servers of an earlier version compare. */
export const toNameSkeleton = (name: string): string => toSkeleton(normalizeName(name)).toLowerCase()

/** The form in which the name of a deleted account is kept. */
export const hashNameKey = (key: string): Buffer => hash('sha256', key, 'buffer')
