import { z } from 'zod'

const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const domainLabel = /^[\p{L}\p{M}\p{N}-]{1,63}$/u

const hasDots = (text: string): boolean => text.startsWith('.') || text.endsWith('.') || text.includes('..')

/** Whether the text is an email address: a plain one, one with a domain in punycode, or an international one (RFC 6531). */
export function isEmail(text: string): boolean {
  if (z.email().safeParse(text).success) return true
  const [local = '', domain = '', ...others] = text.split('@')
  if (others.length > 0 || !localPart.test(local) || hasDots(local)) return false
  const labels = domain.split('.')
  const areLabels = labels.every((label) => domainLabel.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  return labels.length > 1 && areLabels && /^(xn--.+|[\p{L}\p{M}]{2,})$/u.test(labels.at(-1) ?? '')
}

/** An email address, without invisible marks that were copied with it. */
export const emailShape = z
  .string()
  .overwrite((text) => text.replace(/\p{Cf}/gu, ''))
  .refine(isEmail, 'Email must look like name@example.com.')
