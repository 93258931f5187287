// Apart from customer-import.ts, because the screen needs no validator.

export const customerImportLimits = {
  /** lines of a file */
  rows: 50_000,
  nameLength: 120,
  sourceLength: 120,
  /** lines that a reply names */
  shownLines: 200,
} as const

/** What is wrong with a file of customers or a line of it, and what is left out. */
export const customerImportTexts = {
  columns: 'The first line must name the columns. A column Phone or Email is needed.',
  noLines: 'This file has no customers: it needs a line of column names and at least one more line.',
  tooManyLines: `A file can have ${customerImportLimits.rows.toLocaleString('en-IN')} lines. Please divide it.`,
  noContact: 'This line has no phone and no email.',
  phone: 'Phone must be an Indian mobile number of 10 digits.',
  email: 'Email must look like name@example.com.',
  nameTooLong: 'The name is too long.',
  sourceTooLong: 'The source of the consent is too long.',
  consent: 'Consent must be yes or no.',
  consentDate: 'The date of the consent must be a day such as 2025-01-31 or 31/01/2025, and not in the future.',
  twice: (line: number) => `Line ${line} has the same phone or email.`,
  consentIncomplete: 'The consent is left out: it needs a date and a source.',
  laterDecision: 'The consent is left out: a later decision is recorded.',
} as const
