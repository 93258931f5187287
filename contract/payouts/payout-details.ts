import { z } from 'zod'
import { requiredLine, requiredText } from '../kernel/field-schemas.ts'

/** The lengths of what a shopper enters to be paid by transfer. */
export const payoutLimits = { upiId: 320, accountNumber: 18, ifsc: 11, name: 100, reference: 40, perPage: 50, linkDays: 90 } as const

const upiId = requiredText('UPI id', payoutLimits.upiId).regex(
  /^[A-Za-z0-9][A-Za-z0-9._-]{1,255}@[A-Za-z][A-Za-z0-9]{1,63}$/,
  'A UPI id looks like name@bank.',
)
const accountNumber = requiredText('Account number', payoutLimits.accountNumber).regex(
  /^\d{9,18}$/,
  'An account number has 9 to 18 digits.',
)
const ifsc = requiredText('IFSC', payoutLimits.ifsc)
  .toUpperCase()
  .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC has 11 characters, such as SBIN0001234.')
const accountName = requiredLine('Name', payoutLimits.name)

/** What is typed a second time, so that a mistake is noticed. */
const again = (label: string, maxLength: number) => requiredText(`${label} again`, maxLength)

const upi = z
  .object({ method: z.literal('upi'), upiId, upiIdAgain: again('UPI id', payoutLimits.upiId) })
  .refine(({ upiId, upiIdAgain }) => upiId.toLowerCase() === upiIdAgain.toLowerCase(), {
    path: ['upiIdAgain'],
    error: 'The two UPI ids are not the same.',
  })
const bank = z
  .object({
    method: z.literal('bank'),
    accountNumber,
    accountNumberAgain: again('Account number', payoutLimits.accountNumber),
    ifsc,
    accountName,
  })
  .refine(({ accountNumber, accountNumberAgain }) => accountNumber === accountNumberAgain, {
    path: ['accountNumberAgain'],
    error: 'The two account numbers are not the same.',
  })

/** Where a shopper wants a refund to be transferred to, as it is typed. */
export const payoutForm = z.discriminatedUnion('method', [upi, bank], { error: 'Choose a UPI id or a bank account.' })
export type PayoutForm = z.infer<typeof payoutForm>

/** What is stored of it, encrypted. */
export type PayoutDetails =
  | { readonly method: 'upi'; readonly upiId: string }
  | { readonly method: 'bank'; readonly accountNumber: string; readonly ifsc: string; readonly accountName: string }
