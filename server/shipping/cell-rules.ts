import { tableTexts } from '#contract/kernel/table-texts.ts'
import { isShortenedNumber } from '../csv/spreadsheet-rules.ts'

/** What is wrong with a cell that must be a number or a name as it was written; undefined when nothing is. */
export function findCellProblem(cell: string): string | undefined {
  if (cell.includes('\ufffd')) return tableTexts.damagedLine
  if (isShortenedNumber(cell)) return tableTexts.spreadsheetNumber('number', cell)
  if (/^[=+@-]/.test(cell)) return 'A cell is a formula. Copy its value instead.'
  return undefined
}
