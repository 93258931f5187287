import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { isShortenedNumber } from '../catalog-admin/import/read/spreadsheet-rules.ts'

/** What is wrong with a cell that must be a number or a name as it was written; undefined when nothing is. */
export function findCellProblem(cell: string): string | undefined {
  if (cell.includes('\ufffd')) return importTexts.damagedLine
  if (isShortenedNumber(cell)) return importTexts.spreadsheetNumber('number', cell)
  if (/^[=+@-]/.test(cell)) return 'A cell is a formula. Copy its value instead.'
  return undefined
}
