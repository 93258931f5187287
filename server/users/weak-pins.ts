import { normalizeName } from './names.ts'

/** Frequent PINs that no rule below covers: paths on a keypad, and words. */
const common = new Set(
  '2580 0852 1470 0741 1590 0951 3690 0963 1379 9731 1397 7931 5683 1004 1357 2468 8642 7531 1236 1478 9632 7410 0070 1314 5201 2512 0420 6969 8520 password passwort qwerty asdf zxcv abcd admin pass love india krishna ganesh iloveyou welcome'.split(
    ' ',
  ),
)

/** Whether each character follows the one before it at the same distance: 1111, 1234, 9876, 2468. */
function isSequence(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  return Math.abs(step) <= 2 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
}

/**
 * Whether a PIN is among the first that somebody would try: repeats, sequences, years, the name itself, and the most frequent
 * ones. Never a reason to reject a PIN; the account page suggests another one.
 */
export function isWeakPin({ pin, name }: { pin: string; name: string }): boolean {
  const text = pin.toLowerCase()
  const plainName = normalizeName(name).replace(/\s/g, '')
  return (
    common.has(text) ||
    isSequence([...text]) ||
    // 1212, 123123, 1122, 112233
    /^(.+)\1+$/u.test(text) ||
    /^(?:(.)\1)+$/u.test(text) ||
    /^(?:19|20)\d\d$/.test(text) ||
    plainName.includes(text) ||
    text.includes(plainName)
  )
}
