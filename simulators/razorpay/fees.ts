import type { Payment } from './entities.ts'
import { CARD_TAX_FREE_PAISE } from './guesses.ts'

/** 2 % of the amount, and 18 % GST on that; the fee includes the tax (₹5,000: fee 11800, tax 1800). Paise. */
export function computeFee({ payment }: { payment: Pick<Payment, 'amount' | 'method'> }): { fee: number; tax: number } {
  const charge = Math.round(payment.amount * 0.02)
  const taxFree = payment.method === 'card' && payment.amount <= CARD_TAX_FREE_PAISE
  const tax = taxFree ? 0 : Math.round(charge * 0.18)
  return { fee: charge + tax, tax }
}
