import { z } from 'zod'
import { fileNotes } from './field-schemas.ts'
import { tableTexts } from './table-texts.ts'

/** The form of an uploaded table. */
export const uploadedTable = z.object({ file: z.file({ error: tableTexts.fileMissing }).min(1, tableTexts.fileMissing) })

/** What becomes of a line of a table. */
export const lineOutcome = z.enum(['new', 'changed', 'unchanged', 'refused'])
export type LineOutcome = z.infer<typeof lineOutcome>

/** How many lines have which outcome. */
export const lineCounts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() })

/** The reply about an uploaded table: how many lines have which outcome, and at most `shownLines` of them. */
export const tableResult = <Line extends z.ZodType>({ line, shownLines }: { line: Line; shownLines: number }) =>
  z.object({
    message: z.string(),
    counts: lineCounts,
    notes: fileNotes,
    lines: z.array(line).describe(`refused ones first, at most ${shownLines}`),
  })
