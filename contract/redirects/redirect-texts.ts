import { redirectLimits } from './redirect-limits.ts'

/** What is wrong with a redirect. */
export const redirectTexts = {
  noPath: 'Enter a path of this shop that begins with one slash, such as /products/blue-shirt.',
  characters: 'An address has no backslashes, line breaks or control characters.',
  unreadable: `This address cannot be read, or has more than ${redirectLimits.pathLength} characters.`,
  frontPage: 'The front page cannot be redirected.',
  ownPage: 'This is a page of the shop. Only addresses that it does not have can be redirected.',
  toItself: 'This address would lead to itself.',
  loop: (path: string) => `This would lead back to the old address: ${path} is redirected to it.`,
  twice: (line: number) => `Line ${line} has the same old address.`,
  missing: (label: string) => `${label} is missing.`,
  tooLong: (label: string) => `${label} is too long.`,
  columns: 'The first line must name the columns From and To.',
  noLines: 'This file has no redirects: it needs a line of column names and at least one more line.',
  tooManyLines: `A file can have ${redirectLimits.rows.toLocaleString('en-IN')} lines. Please divide it.`,
} as const
