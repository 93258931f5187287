import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether `signature` is the HMAC-SHA256 of the content in hexadecimal. */
export function isSignedWith({ secret, content, signature }: { secret: string; content: string | Buffer; signature: string }): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(content).digest('hex'))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
