/** What is wrong with a cell that must be a number or a name as it was written; undefined when nothing is. */
export function findCellProblem(cell: string): string | undefined {
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(cell)) {
    return `The spreadsheet has shortened a number to ${cell}. Format its column as text, and copy the line again.`
  }
  if (/^[=+@-]/.test(cell)) return 'A cell is a formula. Copy its value instead.'
  return undefined
}
