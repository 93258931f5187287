import { parseDay } from '#contract/kernel/parse-day.ts'
import type { Database } from '../../database/schema.ts'
import { catalogFiles } from '../../shop-export/files/catalog-files.ts'
import { readTableFile } from '../../shop-export/files/table-file.ts'
import type { FileRow } from '../read/read-table.ts'
import { LineProblem } from './import-part.ts'

type Cells = FileRow['cells']

/** The text of a cell; empty for a column that an older file lacks. */
export const readText = (cells: Cells, heading: string): string => cells[heading] ?? ''

/** Null for an empty cell. */
export const readOptional = (cells: Cells, heading: string): string | null => readText(cells, heading).trim() || null

export const readYes = (cells: Cells, heading: string): boolean => readText(cells, heading).trim().toLowerCase() === 'yes'

/** Null for an empty cell. @throws LineProblem */
export function readNumber(cells: Cells, heading: string): number | null {
  const text = readOptional(cells, heading)
  if (text === null) return null
  const number = Number(text.replaceAll(',', ''))
  if (Number.isFinite(number)) return number
  throw new LineProblem(`${heading} must be a number, not "${text.slice(0, 30)}".`)
}

/** Undefined for an empty cell. @throws LineProblem */
export function readJson(cells: Cells, heading: string): unknown {
  const text = readOptional(cells, heading)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new LineProblem(`${heading} cannot be read. A spreadsheet program may have cut it off.`)
  }
}

/** A day such as 2026-11-28, also as spreadsheets write it. @throws LineProblem */
export function readDay(cells: Cells, heading: string): string | null {
  const text = readOptional(cells, heading)
  if (text === null) return null
  const day = parseDay(text)
  if (day === undefined) throw new LineProblem(`${heading} must be a day such as 2026-11-28, not "${text.slice(0, 30)}".`)
  return day
}

/** A time in India as an ISO time in UTC. @throws LineProblem */
export function readTime(cells: Cells, heading: string): string | null {
  const day = readDay(cells, heading)
  if (day === null) return null
  const { hour = '0', minute = '00' } = / (?<hour>\d{1,2}):(?<minute>\d\d)/.exec(readText(cells, heading))?.groups ?? {}
  return new Date(`${day}T${hour.padStart(2, '0')}:${minute}:00+05:30`).toISOString()
}

/** What this shop would export of a table, by the text that names a line. */
export async function readExported({ database, name, keyOf }: { database: Database; name: string; keyOf: (cells: Cells) => string }) {
  const file = catalogFiles.find((each) => each.name === name)
  if (!file) throw new Error(`The export has no ${name}.`)
  const headings = Object.keys(file.columns)
  const exported = new Map<string, Cells>()
  for await (const rows of readTableFile({ database, file })) {
    for (const row of rows) {
      const cells = Object.fromEntries(headings.map((heading, index) => [heading, String(row[index] ?? '')]))
      exported.set(keyOf(cells), cells)
    }
  }
  return exported
}

/** Whether a line of the file says the same as this shop; columns that an older file lacks are not compared. */
export const isSame = (here: Cells, cells: Cells): boolean =>
  Object.entries(here).every(([heading, value]) => cells[heading] === undefined || cells[heading] === value)
