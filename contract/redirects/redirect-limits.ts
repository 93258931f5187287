// Apart from redirects.ts, because the screen needs no validator.

export const redirectLimits = {
  /** characters of an old address, decoded */
  pathLength: 500,
  /** characters of an address as typed or in a file, where a letter may take nine */
  typedLength: 2_000,
  /** redirects of a shop, and lines of a file */
  rows: 50_000,
  perPage: 30,
  /** lines that a reply about a file names */
  shownLines: 200,
  /** missing addresses that are stored, and those that are listed */
  missingRows: 500,
  missingShown: 50,
  /** longer addresses are not counted */
  missingPathLength: 200,
  /** since the last request for it */
  missingDays: 90,
} as const
