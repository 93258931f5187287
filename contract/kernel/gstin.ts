const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State code, PAN, number of the registration, a letter, and the check character. */
const pattern = /^(0[1-9]|[12]\d|3[0-8]|97)[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z][\dA-Z]$/

/** Whether a text is a GST identification number of India with the right check character. */
export function isGstin(text: string): boolean {
  if (!pattern.test(text)) return false
  const sum = [...text.slice(0, -1)].reduce((total, character, index) => {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return text.endsWith(digits.charAt((36 - (sum % 36)) % 36))
}
