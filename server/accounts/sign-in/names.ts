import { hash } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'

/** A name as it is shown: without surrounding white space and with single spaces within. */
export function cleanName(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The form in which names are compared: without regard to case and Unicode form, and without control and format characters, which
 * are invisible and would make two names look alike.
 */
export function normalizeName(name: string): string {
  return cleanName(name.normalize('NFKC'))
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
}

/** The form that look-alike names share: UTS 39 maps `раураl` in Cyrillic, `paypa1` and `paypal` to one skeleton. */
export function toNameSkeleton(name: string): string {
  return unhomoglyph(normalizeName(name)).toLowerCase()
}

/** The form in which the name of a deleted account is kept. */
export const hashNameSkeleton = (skeleton: string): Buffer => hash('sha256', skeleton, 'buffer')

/** Names that would be taken for the shop itself. */
const reservedNames = ['admin', 'administrator', 'owner', 'support', 'help', 'care', 'staff', 'root', 'shop', 'store']

/** Whether a name would be taken for the shop, also when written with other characters, spaces or punctuation. */
export function isReservedName({ name, storeName }: { name: string; storeName: string }): boolean {
  const plain = (text: string) => toNameSkeleton(text).replace(/[^\p{L}\p{N}]/gu, '')
  return [...reservedNames, storeName].some((reserved) => plain(reserved) === plain(name))
}
