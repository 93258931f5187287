import { taxLimits } from './tax-limits.ts'

/** What is wrong with the fields of a rate. */
export const taxTexts = {
  hsnPrefix: 'Enter the first 2 to 8 digits of HSN codes, such as 61.',
  upTo: `The limit must be more than ₹0 and at most ₹${taxLimits.upTo.toLocaleString('en-IN')}, with at most two decimals. Empty: any value.`,
  rate: 'The rate must be from 0 to 100 per cent, with at most two decimals.',
  fromDay: `The first day must be a date such as 2026-12-01, until ${taxLimits.lastDay}.`,
  fromDayPast: 'The first day must be today or later.',
  toDay: `The last day must be a date such as 2027-03-31, until ${taxLimits.lastDay}, or empty.`,
  toDayPast: 'The last day must be today or later.',
  days: 'The last day must not be before the first one.',
} as const
