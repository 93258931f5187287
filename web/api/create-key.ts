/** A new idempotency key. crypto.randomUUID is missing on plain http outside of localhost; random bytes are not. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
