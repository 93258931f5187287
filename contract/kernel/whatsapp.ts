import { normalizePhone } from './typed-numbers.ts'

/** The ten digits of an Indian mobile number; undefined for any other number. */
function findMobile(phone: string): string | undefined {
  const digits = normalizePhone(phone)
  return /^[6-9]\d{9}$/.test(digits) ? digits : undefined
}

export const isMobile = (phone: string): boolean => findMobile(phone) !== undefined

/** The address that opens WhatsApp with a message to an Indian mobile number; undefined for any other number. */
export function buildWhatsappUrl({ phone, text }: { phone: string; text: string }): string | undefined {
  const mobile = findMobile(phone)
  return mobile && `https://wa.me/91${mobile}?text=${encodeURIComponent(text)}`
}
