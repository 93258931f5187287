import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { PayoutDetails, PayoutForm } from '#contract/payouts/payout-details.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts where refunds are transferred to, with a key of its own. A stored value is bound to its payout. */
export function createDetailsCipher({ key }: { key: Buffer }) {
  const detailsKey = createHmac('sha256', key).update('payout-details').digest()
  return {
    encrypt({ payoutId, details }: { payoutId: string; details: PayoutDetails }): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, detailsKey, iv).setAAD(Buffer.from(payoutId))
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(details), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
    },
    decrypt({ payoutId, bytes }: { payoutId: string; bytes: Buffer }): PayoutDetails {
      const decipher = createDecipheriv(algorithm, detailsKey, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(payoutId))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
      return JSON.parse(text) as PayoutDetails
    },
  }
}

export type DetailsCipher = ReturnType<typeof createDetailsCipher>

/** What is stored of a form: without what was typed a second time. */
export function toDetails(form: PayoutForm): PayoutDetails {
  if (form.method === 'upi') return { method: 'upi', upiId: form.upiId }
  const { accountNumber, ifsc, accountName } = form
  return { method: 'bank', accountNumber, ifsc, accountName }
}
