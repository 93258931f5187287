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

interface Skeletons {
  readonly lower: string
  readonly upper: string
  /** in lower case; undefined for a name in capitals, in which an I is not taken for an l */
  readonly typed: string | undefined
}

/** The skeletons of a name in lower case, in capitals and as it was typed, because a letter may imitate only a capital. */
function toSkeletons({ name, ignored }: { name: string; ignored: RegExp }): Skeletons {
  const plain = name.normalize('NFKD')
  const upper = plain.toUpperCase()
  const compact = (text: string) => toSkeleton(text).replace(ignored, '')
  return {
    lower: compact(plain.toLowerCase()).toLowerCase(),
    upper: compact(upper),
    typed: plain === upper ? undefined : compact(name).toLowerCase(),
  }
}

const listKeys = ({ lower, upper, typed = '' }: Skeletons): string[] => [...new Set([lower, upper, typed])].filter((key) => key !== '')

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

/** Returns whether a name looks like one or several of these phrases, also after `the`, with symbols, or digits at its end. */
export function createPhraseTest(phrases: readonly string[]): (name: string) => boolean {
  const all = phrases.map((name) => toSkeletons({ name, ignored: punctuationAndSymbols }))
  // What is left of a phrase has only letters, marks and digits.
  const toPattern = (keys: readonly string[]) => `(?:${[...new Set(keys)].filter((key) => key !== '').join('|')})+$`
  const lower = new RegExp(`^(?:the)?${toPattern(all.map((skeletons) => skeletons.lower))}`, 'u')
  const upper = new RegExp(`^(?:THE)?${toPattern(all.map((skeletons) => skeletons.upper))}`, 'u')
  return (text) =>
    withoutSuffix(text).some((name) => {
      const skeletons = toSkeletons({ name, ignored: punctuationAndSymbols })
      return lower.test(skeletons.lower) || lower.test(skeletons.typed ?? '') || upper.test(skeletons.upper)
    })
}

/** The only key that servers of an earlier version compare. */
export const toNameSkeleton = (name: string): string => toSkeleton(normalizeName(name)).toLowerCase()

/** The form in which the name of a deleted account is kept. */
export const hashNameKey = (key: string): Buffer => hash('sha256', key, 'buffer')
