import { taxLimits } from './tax-limits.ts'

/** What is wrong with a rate, or with a change of it. */
export const taxTexts = {
  hsnPrefix: 'Enter the first 2 to 8 digits of HSN codes, such as 61.',
  upTo: `The limit must be more than ₹0 and at most ₹${taxLimits.upTo.toLocaleString('en-IN')}, with at most two decimals. Empty: any value.`,
  rate: 'The rate must be from 0 to 100 per cent, with at most two decimals.',
  fromDay: `The first day must be a date such as 2026-12-01, until ${taxLimits.lastDay}.`,
  fromDayPast: 'The first day must be today or later.',
  toDay: `The last day must be a date such as 2027-03-31, until ${taxLimits.lastDay}, or empty.`,
  toDayPast: 'The last day must be today or later.',
  days: 'The last day must not be before the first one.',
  notFound: 'This rate no longer exists.',
  changed: 'Someone else has changed the last day of this rate. Please review it and try again.',
  begun: 'This rate has begun: it cannot be deleted. End it instead.',
  ended: 'This rate has ended: rates of past days are never changed.',
  overlaps: 'There is a rate for these digits, limit and days already. End that one first.',
  full: `A shop can have ${taxLimits.rates} rates that count now or later. Please end or delete some first.`,
} as const
