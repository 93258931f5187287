import { cutText } from '#contract/kernel/cut-text.ts'
import { tableTexts } from '#contract/kernel/table-texts.ts'
import { type RemittanceField, remittanceFieldNames, remittanceFields, remittanceLimits } from '#contract/shipping/remittance-fields.ts'
import type { RemittanceColumn } from '#contract/shipping/remittances.ts'
import { AppError } from '../kernel/errors.ts'
import { joinAmounts } from './amount-rules.ts'
import { type CellLine, findDelimiter, isHeader, readRows } from './read-cells.ts'
import { parseRemittanceLine, type RemittanceLine } from './remittance-rules.ts'
import { suggestColumns } from './suggest-remittance-columns.ts'

type Fields = readonly (RemittanceField | null)[]

export interface ReadLine extends CellLine {
  /** as the list has it */
  readonly trackingNumber: string
  readonly paid: RemittanceLine | { readonly problem: string }
}

export interface ReadList {
  readonly columns: RemittanceColumn[]
  /** why the columns cannot be read; there are no lines then */
  readonly error: string | null
  readonly lines: readonly ReadLine[]
}

/** A line whose amounts are put together. `problem` is why they cannot be. */
interface Values extends CellLine {
  readonly values: readonly string[]
  readonly problem?: string
}

/** A file may begin with a title, the account and the period. */
const maxTitleRows = 20
const sampledRows = 100
const shownLength = 60

const hasRequired = (fields: Fields): boolean => fields.includes('trackingNumber') && fields.includes('amount')

interface Layout {
  /** undefined: the list has no names of columns */
  readonly header: readonly string[] | undefined
  readonly rows: readonly CellLine[]
  readonly suggested: Fields
}

const isTitle = (cells: readonly string[]): boolean => cells.filter((cell) => cell !== '').length < 2

/** Finds the names of the columns: the first row that names a tracking number and an amount, or else a row without digits after the title. */
function findLayout(rows: readonly CellLine[]): Layout {
  const first = rows.slice(0, maxTitleRows)
  const known = first.findIndex(({ cells }) => hasRequired(suggestColumns(cells.slice(0, remittanceLimits.columns))))
  const afterTitle = first.findIndex(({ cells }) => !isTitle(cells))
  const headerIndex = known >= 0 ? known : isHeader(rows[afterTitle]?.cells ?? ['0']) ? afterTitle : -1
  const header = rows[headerIndex]?.cells
  const named = suggestColumns(header?.slice(0, remittanceLimits.columns) ?? [])
  return {
    header: header?.slice(0, header.findLastIndex((cell) => cell !== '') + 1),
    rows: rows.slice(headerIndex + 1),
    suggested: named.some((field) => field !== null) ? named : remittanceFieldNames,
  }
}

/** The columns without samples. */
function describeColumns({ layout: { header, rows }, fields }: { layout: Layout; fields: Fields }): RemittanceColumn[] {
  const width = header?.length ?? Math.max(0, ...rows.slice(0, sampledRows).map(({ cells }) => cells.length))
  return Array.from({ length: Math.min(width, remittanceLimits.columns) }, (_, index) => ({
    name: cutText(header?.[index] ?? '', shownLength),
    sample: '',
    field: fields[index] ?? null,
  }))
}

/** Adds the first value of each column. */
const addSamples = ({ columns, rows }: { columns: readonly RemittanceColumn[]; rows: readonly Values[] }): RemittanceColumn[] =>
  columns.map((column, index) => ({
    ...column,
    sample: cutText(rows.slice(0, sampledRows).find(({ values }) => values[index])?.values[index] ?? '', shownLength),
  }))

/** Why the fields of the columns do not make a list; null when they do. */
function findColumnError(columns: readonly RemittanceColumn[]): string | null {
  const fields = columns.map(({ field }) => field)
  const double = remittanceFieldNames.find((name) => fields.indexOf(name) !== fields.lastIndexOf(name))
  if (double !== undefined) return tableTexts.columnTwice(remittanceFields[double])
  if (!fields.includes('trackingNumber')) return 'Choose the column that has the tracking numbers.'
  return fields.includes('amount') ? null : 'Choose the column that has the amounts.'
}

/** The last line when it ends before its last column, unlike all others: the file was not saved to its end. */
function findCutOff({ layout: { header, rows }, text }: { layout: Layout; text: string }): number | undefined {
  const last = rows.at(-1)
  if (header === undefined || last === undefined || /[\r\n]$/.test(text)) return undefined
  const isComplete = ({ cells }: CellLine) => cells.length >= header.length
  return !isComplete(last) && rows.length > 1 && rows.slice(0, -1).every(isComplete) ? last.line : undefined
}

/** The last line of some files. */
const isTotal = ({ number, cells }: { number: string; cells: readonly string[] }): boolean =>
  /^(grand|sub)?[\s-]*total\b/i.test(number) || (number === '' && cells.some((cell) => /\btotal\b/i.test(cell)))

/**
 * Reads a courier's list: the field of each column by its name, by its place in a list without names, or as it was chosen.
 * @throws AppError 400 for text that is not CSV.
 * @throws AppError 400 for too many lines.
 */
export function readRemittance({ text, chosen }: { text: string; chosen: Fields | undefined }): ReadList {
  const layout = findLayout(readRows({ text, maxRows: remittanceLimits.lines + maxTitleRows + 1 }))
  if (layout.rows.length > remittanceLimits.lines) throw new AppError('too_many_lines', { maxLines: remittanceLimits.lines })
  const described = describeColumns({ layout, fields: chosen ?? layout.suggested })
  const indexes = remittanceFieldNames.map((name) => described.findIndex(({ field }) => field === name))
  const [numberIndex = -1, amountIndex = -1] = indexes
  const cutOff = findCutOff({ layout, text })
  const separatesAmounts = findDelimiter(text) === ','
  const rows = layout.rows.map(({ line, cells }): Values => {
    if (line === cutOff) return { line, cells, values: cells, problem: tableTexts.lineCutOff(line) }
    const joined = separatesAmounts ? joinAmounts({ cells, amountIndex, width: layout.header?.length }) : cells
    return 'problem' in joined ? { line, cells, values: cells, problem: joined.problem } : { line, cells, values: joined }
  })
  const columns = addSamples({ columns: described, rows })
  const error = rows.length === 0 ? null : findColumnError(columns)
  if (error !== null) return { columns, error, lines: [] }
  const lines = rows.flatMap(({ line, cells, values, problem }): ReadLine[] => {
    const number = values[numberIndex] ?? ''
    if (isTotal({ number, cells })) return []
    const paid = problem === undefined ? parseRemittanceLine(indexes.map((index) => values[index] ?? '')) : { problem }
    return [{ line, cells, trackingNumber: cutText(number, shownLength), paid }]
  })
  return { columns, error, lines }
}
