import normalizeEmail from 'validator/lib/normalizeEmail.js'

/** The mailbox of an email address, by which limits count: without a tag after a plus sign, and without the dots that Gmail ignores. */
export function toMailbox(email: string): string {
  const typed = email.trim()
  const address = (typed.includes('@') && normalizeEmail(typed)) || typed.toLowerCase()
  const at = address.lastIndexOf('@')
  const [local = ''] = address.slice(0, Math.max(at, 0)).split('+')
  return local === '' ? address : `${local}${address.slice(at)}`
}
