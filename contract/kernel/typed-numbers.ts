/** A digit of any script as its ASCII digit. Unicode has the ten digits of a script one after the other. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((point - zero) % 10)
}

/**
 * What was typed or pasted in one form: compatible characters as one (NFKC), without invisible marks, digits of any script as ASCII, and
 * every dash as a hyphen.
 */
export const cleanTyped = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')

/**
 * A phone number as people write, copy or paste it (`+91 98765 43210`, `098765-43210`, `९८७६५४३२१०`) as the ten digits that the courier
 * dials. What is no Indian number stays, without spaces and punctuation.
 */
export function normalizePhone(text: string): string {
  const digits = cleanTyped(text).replace(/[\s().,;/-]/g, '')
  return digits.replace(/^(?:\+|0{0,2})91(?=0?\d{10}$)/, '').replace(/^0(?=\d{10}$)/, '')
}

/** `560 001`, `560-001.` and `५६०००१` as `560001`. */
export const normalizePinCode = (text: string): string => cleanTyped(text).replace(/[\s.,;-]/g, '')

/** The first digits of PIN codes: `56*`, `56xxxx` and `५६` as `56`. */
export const normalizePinPrefix = (text: string): string =>
  normalizePinCode(
    cleanTyped(text)
      .trim()
      .replace(/(\d) ?(?:\*|x{1,5})$/i, '$1'),
  )
