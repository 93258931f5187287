/** A phone number as people write or paste it ('+91 98765 43210', '098765-43210') as the ten digits the courier dials. */
export function normalizePhone(text: string): string {
  const digits = text.replace(/[\s().-]/g, '').replace(/^(\+|00)(?=91)/, '')
  if (/^91\d{10}$/.test(digits)) return digits.slice(2)
  if (/^0\d{10}$/.test(digits)) return digits.slice(1)
  return digits
}

/** '560 001' as '560001'. */
export const normalizePinCode = (text: string): string => text.replace(/[\s-]/g, '')
