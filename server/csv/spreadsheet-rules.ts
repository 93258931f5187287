const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec'
const day = new RegExp(
  `^(?:\\d{1,2}[- ](?:${months})(?:[- ]\\d{2,4})?|(?:${months})[- ]\\d{2,4}|\\d{4}-\\d\\d-\\d\\d(?:[T ][\\d:.]*)?|\\d{1,2}/\\d{1,2}/\\d{4})$`,
  'i',
)

/** Whether a spreadsheet has made a day of a size: `2-3` becomes `02-Mar`. */
export const isSpreadsheetDay = (text: string): boolean => text.length <= 30 && day.test(text)

/** Whether a spreadsheet has shortened a long number: `8.90123E+12`. */
export const isShortenedNumber = (text: string): boolean => text.length <= 30 && /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i.test(text)

/** A first line by which Excel knows the delimiter. */
export const delimiterLine = /^\uFEFF?"?sep=(.)"?(?:\r?\n|$)/i
