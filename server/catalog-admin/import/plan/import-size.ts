import { freeSize, spellSize } from '#contract/catalog/size-names.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'

/** Other words for the sizes of the shop, without spaces and punctuation. */
const words: Readonly<Record<string, string>> = {
  xxsmall: 'XXS',
  xsmall: 'XS',
  extrasmall: 'XS',
  sm: 'S',
  small: 'S',
  med: 'M',
  medium: 'M',
  lg: 'L',
  large: 'L',
  xlarge: 'XL',
  extralarge: 'XL',
  xxlarge: 'XXL',
  '2x': '2XL',
  '2xlarge': '2XL',
  '3x': '3XL',
  '3xlarge': '3XL',
  xxxlarge: '3XL',
  xxxl: '3XL',
  '4x': '4XL',
  '4xlarge': '4XL',
  xxxxl: '4XL',
  '5x': '5XL',
  xxxxxl: '5XL',
  free: freeSize,
  freesize: freeSize,
  onesize: freeSize,
  onesizefitsall: freeSize,
  onesizefitsmost: freeSize,
  os: freeSize,
  osfa: freeSize,
}

/** A size of another shop's file as this shop writes it, with the characters and the length that a size can have. */
export function toImportSize({ text, isDoubleXlOne }: { text: string; isDoubleXlOne: boolean }): string {
  // Two options of the file in one size.
  const parts = text.split(' / ')
  if (parts.length > 1) {
    const sizes = parts.map((part) => toImportSize({ text: part, isDoubleXlOne }))
    const size = sizes.join(' / ')
    return size.length > maxLengths.size ? sizes.join('/') : size
  }
  const bare = text.replace(/^sizes?\b[\s:-]*(?=\S)/i, '')
  const key = bare.toLowerCase().replace(/[\s._-]/g, '')
  const known = words[key] ?? spellSize(key)
  const size = known === key ? spellSize(bare) : known
  if (size === '2XL' && isDoubleXlOne) return 'XXL'
  return replaceCharacters(size)
}

const replaceCharacters = (size: string): string =>
  size
    .replace(/(\d)\s*["”″]/g, '$1 in')
    .replace(/['’′`]/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll('×', 'x')
    .replace(/[–—]/g, '-')
    .replace(/[^\p{L}\p{M}\p{N} .,/+()&'-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()

/** A size that is too long for the shop, shortened at its end. */
export const shortenSize = (size: string): string => cutText(size, maxLengths.size).trim()
