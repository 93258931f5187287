import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'

const domains = disposableEmailBlocklistSet()

/** Whether an email address is of a service that gives out addresses for some minutes, or of a subdomain of one. */
export function isDisposableEmail(email: string): boolean {
  const labels = email.toLowerCase().split('@').at(-1)?.split('.') ?? []
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')))
}
