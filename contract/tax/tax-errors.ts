import type { ErrorTable } from '../kernel/errors/error-table.ts'
import { taxLimits } from './tax-limits.ts'

/** Errors of invoices and tax rates. */
export const taxErrors = {
  invoice_issued: { status: 409, text: ({ number }: { number: string }) => `Invoice ${number} is issued. Cancel the order to credit it.` },
  invoice_credited: {
    status: 409,
    text: ({ number }: { number: string }) => `Credit note ${number} is issued, so that this cancellation cannot be undone.`,
  },
  invoice_incomplete: { status: 409, text: ({ reason }: { reason: string }) => reason },
  invoice_without_gstin: { status: 409, text: 'The shop has no GSTIN, so that it issues no invoices.' },
  tax_rate_not_found: { status: 404, text: 'This rate no longer exists.' },
  tax_rate_changed: { status: 409, text: 'Someone else has changed the last day of this rate. Please review it and try again.' },
  tax_rate_begun: { status: 409, text: 'This rate has begun: it cannot be deleted. End it instead.' },
  tax_rate_ended: { status: 409, text: 'This rate has ended: rates of past days are never changed.' },
  tax_rate_overlaps: { status: 409, text: 'There is a rate for these digits, limit and days already. End that one first.' },
  tax_rates_full: {
    status: 409,
    text: `A shop can have ${taxLimits.rates} rates that count now or later. Please end or delete some first.`,
  },
} as const satisfies ErrorTable
