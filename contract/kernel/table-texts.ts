/** What is wrong with an uploaded table or a line of it, whatever it lists. */
export const tableTexts = {
  fileMissing: 'Please select a file.',
  columnTwice: (label: string) => `Two columns are "${label}". Choose one of them.`,
  lineCutOff: (line: number) => `Line ${line}, the last one of the file, is cut off. Download the file again, and upload the whole of it.`,
  damagedLine: 'This line has characters that cannot be read. Save the file as CSV (UTF-8) again.',
  spreadsheetNumber: (label: string, code: string) =>
    `The spreadsheet has shortened the ${label} ${code}. Format its column as text, and enter all digits again.`,
} as const
