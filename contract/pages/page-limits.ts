// Apart from pages.ts, because the screen needs no validator.

export const pageLimits = {
  pages: 100,
  titleLength: 80,
  slugLength: 60,
  descriptionLength: 300,
  sections: 20,
  headingLength: 120,
  /** characters of a section */
  textLength: 5_000,
  /** characters of all sections: what a request can carry */
  pageLength: 50_000,
  /** versions that a reply names */
  versions: 50,
} as const
