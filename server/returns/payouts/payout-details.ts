import { createHmac } from 'node:crypto'
import type { PayoutDetails, PayoutForm } from '#contract/payouts/payout-details.ts'
import { decryptText, encryptText } from '../../kernel/encrypt-text.ts'

/** Encrypts where refunds are transferred to, with a key of its own. A stored value is bound to its payout. */
export function createDetailsCipher({ key }: { key: Buffer }) {
  const detailsKey = createHmac('sha256', key).update('payout-details').digest()
  return {
    encrypt: ({ payoutId, details }: { payoutId: string; details: PayoutDetails }): Buffer =>
      encryptText({ key: detailsKey, context: payoutId, text: JSON.stringify(details) }),
    decrypt: ({ payoutId, bytes }: { payoutId: string; bytes: Buffer }): PayoutDetails =>
      JSON.parse(decryptText({ key: detailsKey, context: payoutId, bytes })) as PayoutDetails,
  }
}

export type DetailsCipher = ReturnType<typeof createDetailsCipher>

/** What is stored of a form: without what was typed a second time. */
export function toDetails(form: PayoutForm): PayoutDetails {
  if (form.method === 'upi') return { method: 'upi', upiId: form.upiId }
  const { accountNumber, ifsc, accountName } = form
  return { method: 'bank', accountNumber, ifsc, accountName }
}
