import { createHmac, timingSafeEqual } from 'node:crypto'

/** Long enough to show a draft to somebody else. */
const validMs = 24 * 3_600_000

/** Signed tokens for links that show the drafts of the settings to anybody who has them. */
export function createPreviewLinks({ key }: { key: Buffer }) {
  const sign = (expiry: string): Buffer => createHmac('sha256', key).update(`settings preview ${expiry}`).digest()
  return {
    create(now: number): string {
      const expiry = String(now + validMs)
      return `${expiry}.${sign(expiry).toString('base64url')}`
    },
    isValid({ token, now }: { token: string; now: number }): boolean {
      const [expiry = '', signature = ''] = token.split('.')
      const [actual, expected] = [Buffer.from(signature, 'base64url'), sign(expiry)]
      return actual.length === expected.length && timingSafeEqual(actual, expected) && Number(expiry) > now
    },
  }
}
