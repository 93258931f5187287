import { cutText } from '#contract/kernel/cut-text.ts'
import { type Paise, toPaise } from '#contract/kernel/money.ts'

/** Far above what a courier collects for one parcel. */
const maxRupees = 1_000_000

/** Longer texts are no amounts; the expressions below only see short ones. */
const maxLength = 40

const sign = /^(₹|rs\.?|inr)/i

/** An amount without its currency, and without `/-` or the `Cr` of a statement. */
const stripSigns = (text: string): string =>
  text
    .trim()
    .replace(/\(?cr\.?\)?$/i, '')
    .trim()
    .replace(/(₹|rs\.?|inr)$/i, '')
    .trim()
    .replace(/\/-$/, '')
    .trim()
    .replace(sign, '')
    .trim()

/** `₹1,299.50`, `Rs. 1299.5`, `1299.5 Cr` or `1299/-` in paise, or why it is not an amount. */
export function parseAmount(text: string): Paise | string {
  const shown = cutText(text, maxLength)
  const refuse = () => `The amount ${shown} cannot be read. Write it as 1299.50.`
  if (text.length > maxLength) return refuse()
  const plain = stripSigns(text)
  if (plain === '') return 'The amount is missing.'
  if (/^-\s*[\d₹]/.test(plain) || /^\([\d.,]+\)$/.test(plain)) return 'An amount must be more than ₹0.'
  if (/\d\s*\(?dr\.?\)?$/i.test(plain)) return `The amount ${shown} is a debit.`
  if (/^[=+@]/.test(plain)) return 'A cell is a formula. Copy its value instead.'
  if (/^[\d,]+\.\d{3,}$/.test(plain)) return `The amount ${shown} has more than two decimals.`
  if (!/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d{1,2})?$/.test(plain)) return refuse()
  const rupees = Number(plain.replaceAll(',', ''))
  if (rupees === 0) return 'An amount must be more than ₹0.'
  return rupees > maxRupees ? `The amount ${shown} is too large.` : toPaise(rupees)
}

const isShort = (cell: string): boolean => cell.length <= maxLength
const isFirstGroup = (cell: string): boolean => isShort(cell) && /^\d{1,3}$/.test(cell.replace(sign, '').trim())
const isMiddleGroup = (cell: string): boolean => /^\d{2,3}$/.test(cell)
const isLastGroup = (cell: string): boolean => isShort(cell) && /^\d{3}(\.\d{1,2})?\s*(\/-|\(?cr\.?\)?|inr|rs\.?)?$/i.test(cell)
/** Nothing but an amount ends like this. */
const isEndOfAmount = (cell: string): boolean => isLastGroup(cell) && !/^\d{3}$/.test(cell)

/** How many cells from `start` are one amount that commas have separated; 1 for an amount in one cell. */
function countGroups({ cells, start }: { cells: readonly string[]; start: number }): number {
  if (!isFirstGroup(cells[start] ?? '')) return 1
  let end = start + 1
  while (isMiddleGroup(cells[end] ?? '') && isLastGroup(cells[end + 1] ?? '')) end += 1
  return isLastGroup(cells[end] ?? '') ? end + 1 - start : 1
}

interface Cells {
  readonly cells: readonly string[]
  /** the index of the amount */
  readonly amountIndex: number
  /** the number of columns; undefined for a list without names of columns */
  readonly width: number | undefined
}

/**
 * Puts amounts together that have commas and no quotation marks: `₹1` and `299.50` are ₹1,299.50. `problem` is why the cells of a line cannot
 * be told apart.
 */
export function joinAmounts({ cells, amountIndex, width }: Cells): readonly string[] | { readonly problem: string } {
  if (width === undefined) {
    const count = countGroups({ cells, start: amountIndex })
    if (count === 1) return cells
    const [first = '', ...rest] = cells.slice(amountIndex, amountIndex + count)
    const isSure = isEndOfAmount(rest.at(-1) ?? '') || count > 2 || (sign.test(first) && !/\d{3}$/.test(first))
    if (!isSure) return { problem: 'An amount with a comma must be in quotation marks: "1,299.00".' }
    return [...cells.slice(0, amountIndex), [first, ...rest].join(','), ...cells.slice(amountIndex + count)]
  }
  const joined: string[] = []
  let excess = cells.findLastIndex((cell) => cell !== '') + 1 - width
  for (let start = 0; start < cells.length; ) {
    const first = cells[start] ?? ''
    const isAmount = joined.length === amountIndex || sign.test(first)
    const count = excess > 0 && isAmount ? Math.min(countGroups({ cells, start }), excess + 1) : 1
    joined.push(cells.slice(start, start + count).join(','))
    excess -= count - 1
    start += count
  }
  return excess > 0 ? { problem: 'This line has more cells than columns. Put texts with commas in quotation marks.' } : joined
}
