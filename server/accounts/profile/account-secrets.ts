import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The tokens and codes of account mails, derived from random ids: the database alone reveals none, and a mail that is sent again has
 * the same one.
 */
export function createAccountSecrets({ key }: { key: Buffer }) {
  const secretKey = createHmac('sha256', key).update('account-mails').digest()
  const derive = (text: string) => createHmac('sha256', secretKey).update(text).digest()
  const createCode = (id: string): string => String(derive(`code.${id}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
  return {
    /** 256 bits, of one account in one mail. */
    createLinkToken: ({ mailId, userId }: { mailId: string; userId: string }): string =>
      derive(`link.${mailId}.${userId}`).toString('base64url'),
    /** Six digits. */
    createCode,
    isCode({ id, typed }: { id: string; typed: string }): boolean {
      const digits = Buffer.from(typed.replace(/\s/g, ''))
      const expected = Buffer.from(createCode(id))
      return digits.length === expected.length && timingSafeEqual(digits, expected)
    },
  }
}

export type AccountSecrets = ReturnType<typeof createAccountSecrets>
