import { createPhraseTest, toImitatedKeys, toNameKeys } from './name-keys.ts'

/** What no new name may have: control, format, private and unassigned characters, and those that are shown as nothing or a blank. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u

/** Joiners that change how a letter of these scripts is written, and those of emoji. */
const joiners = [
  /(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d]/gu,
  /(?<=\p{Extended_Pictographic})\ufe0f/gu,
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu,
]
const removeJoiners = (name: string): string => joiners.reduceRight((text, joiner) => text.replace(joiner, ''), name)

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Whether letters of two alphabets that look alike are in one word. */
const isMixed = (word: string): boolean => alphabets.filter((alphabet) => alphabet.test(word)).length > 1

/** Why a new account cannot have a name; undefined when it can. Whether it is taken is checked elsewhere, and names of existing accounts are not checked. */
export function findNameError(name: string): string | undefined {
  if (unseen.test(removeJoiners(name))) return 'Username has a character that cannot be seen. Please leave it out.'
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Username must have a letter or a digit.'
  const words = name.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+/u)
  if (words.some(isMixed)) return 'Username mixes letters of two alphabets in one word, which look alike. Please use one.'
  return undefined
}

/** Names that would be taken for the shop itself, also several of them together and with the name of the store. */
const reservedNames = [
  ...['admin', 'administrator', 'owner', 'manager', 'moderator', 'staff', 'team', 'root', 'official', 'shop', 'store', 'desk', 'office'],
  ...['support', 'help', 'help desk', 'care', 'service', 'customer care', 'customer service', 'customer support', 'complaint', 'legal'],
  ...['refund', 'return', 'exchange', 'billing', 'account', 'payment', 'delivery', 'security', 'verification', 'finance'],
  ...['grievance officer', 'razorpay', 'admin ji', 'owner ji'],
  ...['एडमिन', 'एडमिन जी', 'व्यवस्थापक', 'प्रशासक', 'मालिक', 'मालिक जी', 'ओनर', 'प्रबंधक', 'मैनेजर', 'दुकानदार', 'आधिकारिक', 'ऑफिशियल'],
  ...['ग्राहक सेवा', 'कस्टमर केयर', 'सहायता', 'केंद्र', 'सपोर्ट', 'हेल्प', 'डेस्क', 'शिकायत अधिकारी', 'स्टाफ', 'टीम', 'स्टोर', 'दुकान'],
  ...['रिफंड', 'भुगतान', 'पेमेंट', 'सुरक्षा विभाग'],
]

/** A shorter name of the store, or of an administrator, may be a part of a person's name. */
const minContainedLength = 6

const containsName = ({ name, part }: { name: string; part: string }): boolean =>
  toNameKeys(part).some((key) => key.length >= minContainedLength && toNameKeys(name).some((each) => each.includes(key)))

/** Whether a name would be taken for the shop. */
export function isReservedName({ name, storeName }: { name: string; storeName: string }): boolean {
  const storeNames = [storeName, storeName.replaceAll('&', ' and ')]
  return createPhraseTest([...reservedNames, ...storeNames])(name) || storeNames.some((part) => containsName({ name, part }))
}

/** One word of letters may be the first name of many people. */
const isFirstName = (name: string): boolean => /^[\p{L}\p{M}]{1,9}$/u.test(name)

/**
 * Whether a name would be taken for that of an administrator: it looks like it with symbols or digits at its end, has words of office beside
 * it, or contains it, unless that is a first name.
 */
export function isNameOfAdministrator({ name, administrators }: { name: string; administrators: readonly string[] }): boolean {
  const imitated = new Set(toImitatedKeys(name))
  if (administrators.some((other) => toNameKeys(other).some((key) => imitated.has(key)))) return true
  if (administrators.some((part) => !isFirstName(part) && containsName({ name, part }))) return true
  return administrators.length > 0 && createPhraseTest([...reservedNames, ...administrators])(name)
}
