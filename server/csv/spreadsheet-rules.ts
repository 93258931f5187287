const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec'
const day = new RegExp(
  `^(?:\\d{1,2}[- ](?:${months})(?:[- ]\\d{2,4})?|(?:${months})[- ]\\d{2,4}|\\d{4}-\\d\\d-\\d\\d(?:[T ][\\d:.]*)?|\\d{1,2}/\\d{1,2}/\\d{4})$`,
  'i',
)

/** Whether a spreadsheet has made a day of a size: `2-3` becomes `02-Mar`. */
export const isSpreadsheetDay = (text: string): boolean => text.length <= 30 && day.test(text)

/** Whether a spreadsheet has shortened a long number: `8.90123E+12`. */
export const isShortenedNumber = (text: string): boolean => text.length <= 30 && /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i.test(text)

const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** A day such as `2-3`, `3 Mar` and `DEC25`; a number with an exponent, with zeros before it, or of more digits than are shown. */
const changedText = new RegExp(
  `^(?:\\d{1,2}[-/]\\d{1,2}(?:[-/]\\d{2,4})?|\\d{1,2}[- ]?(?:${monthNames})(?:[- ]?\\d{2,4})?|(?:${monthNames})[- ]?\\d{1,4}|\\d+E[+-]?\\d+|0\\d+|\\d{12,})$`,
  'i',
)

/** A text for a cell that a spreadsheet would show as a day or as another number: an apostrophe keeps it as it is. */
export const protectText = (text: string): string => (text.length <= 100 && changedText.test(text) ? `'${text}` : text)

/** A first line by which Excel knows the delimiter. */
export const delimiterLine = /^\uFEFF?"?sep=(.)"?(?:\r?\n|$)/i
