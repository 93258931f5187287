import { chargeLimits } from '../kernel/limits/charge-limits.ts'
import { deliveryLimits as limits } from './delivery-limits.ts'

/** What is wrong with a rule or with a line of a file. */
export const deliveryTexts = {
  prefix: 'Enter the first digits of PIN codes, at most 6. Empty: the rest of India.',
  advance: `The advance must be from ₹1 to ₹${limits.advanceRupees.toLocaleString('en-IN')}, with at most two decimals.`,
  advanceMissing: 'Enter the advance in rupees.',
  advanceUnused: 'Only cash on delivery after an advance has one.',
  days: `Days must be whole numbers from 0 to ${limits.days}.`,
  daysIncomplete: 'Enter both numbers of days, or none.',
  daysOrder: 'The first number of days must not be larger than the second.',
  charge: `The shipping charge must be whole rupees from 0 to ${chargeLimits.rupees.toLocaleString('en-IN')}.`,
  reason: `The reason has at most ${limits.reason} characters in one line.`,
  deliver: 'This is no answer for the delivery. Write yes or no.',
  cod: 'This is no answer for cash on delivery. Write yes, no or advance.',
  pinMissing: 'The PIN code is missing.',
  pinCharacters: 'This is no PIN code, and not the beginning of one.',
  pinRange: 'The range must have two whole PIN codes, the smaller one first.',
  twice: (line: number) => `Line ${line} has the same PIN code.`,
  columns: 'The first line must name a column PIN code, and one of Delivery, COD and Days.',
  noLines: 'This file has no rules: it needs a line of column names and at least one more line.',
  tooManyLines: `A file can have ${limits.rules.toLocaleString('en-IN')} lines. Please divide it.`,
} as const
