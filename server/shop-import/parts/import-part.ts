import { randomUUID } from 'node:crypto'
import { ZodError } from 'zod'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { ShopImportChoice, ShopImportPart } from '#contract/shop-import/shop-import-limits.ts'
import { shopImportTexts as texts } from '#contract/shop-import/shop-import-limits.ts'
import type { ImageStore } from '../../catalog/pictures/image-store.ts'
import { isDatabaseDown } from '../../database/is-database-down.ts'
import type { Database } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Settings } from '../../kernel/settings.ts'
import { FileRefusedError, type OpenExport } from '../read/open-export.ts'
import { type FileRow, groupRows, readTable } from '../read/read-table.ts'

export interface ImportContext {
  readonly database: Database
  readonly images: ImageStore
  readonly settings: Settings
  readonly log: { error(details: object, message: string): void }
  /** of the import */
  readonly id: string
  readonly fileName: string
  /** the administrator */
  readonly actorId: string
  readonly file: OpenExport
  /** what becomes of things that are here with other values */
  readonly choice: ShopImportChoice
}

/** What has become of one thing of the file: a product, an offer, a picture. */
export interface ItemResult {
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'refused'
  readonly line: number
  readonly name: string
  /** why it is refused, or what is left out of it */
  readonly reason: string | null
}

/** What has become of a thing that was not refused. */
export type Saved = Exclude<ItemResult['outcome'], 'refused'>

/** Things of one kind in the file, and how they are taken over. */
export interface ImportPart {
  readonly part: ShopImportPart
  readonly file: string
  /** how many of them the file has */
  readonly count: (file: OpenExport) => Promise<number>
  readonly countHere: (database: Database) => Promise<number>
  /** Saves what follows after the first `skip` things; yields the results of those that are saved together. */
  readonly run: (context: ImportContext, skip: number) => AsyncGenerator<readonly ItemResult[]>
}

type Save<Item> = (items: readonly Item[]) => Promise<readonly ItemResult[]>

interface Batches<Item> {
  readonly items: AsyncIterable<Item>
  readonly skip: number
  readonly size: number
  readonly save: Save<Item>
}

/** Saves things in batches, after the first `skip` ones. */
export async function* saveBatches<Item>({ items, skip, size, save }: Batches<Item>): AsyncGenerator<readonly ItemResult[]> {
  let index = 0
  let batch: Item[] = []
  for await (const item of items) {
    index += 1
    if (index <= skip) continue
    batch.push(item)
    if (batch.length < size) continue
    yield await save(batch)
    batch = []
  }
  if (batch.length > 0) yield await save(batch)
}

export interface TablePart extends Omit<ImportPart, 'count' | 'run'> {
  /** headings without which the file cannot be read */
  readonly needs: readonly string[]
  /** lines with the same value here are one thing */
  readonly groupBy?: string
  /** things that are saved together */
  readonly batchSize: number
  readonly prepare: (context: ImportContext) => Promise<Save<readonly FileRow[]>>
}

/** A part that is a CSV file. */
export function defineTablePart({ needs, groupBy, batchSize, prepare, ...part }: TablePart): ImportPart {
  const readGroups = (file: OpenExport) => groupRows({ rows: requireColumns({ file, name: part.file, needs }), by: groupBy })
  return {
    ...part,
    async count(file) {
      let count = 0
      for await (const _ of readGroups(file)) count += 1
      return count
    },
    async *run(context, skip) {
      yield* saveBatches({ items: readGroups(context.file), skip, size: batchSize, save: await prepare(context) })
    },
  }
}

/** @throws FileRefusedError for a file without one of the columns */
async function* requireColumns({ file, name, needs }: { file: OpenExport; name: string; needs: readonly string[] }) {
  let isFirst = true
  for await (const row of readTable({ file, name })) {
    const missing = isFirst ? needs.filter((heading) => row.cells[heading] === undefined) : []
    if (missing.length > 0) throw new FileRefusedError(texts.columns(name, missing.join(', ')))
    isFirst = false
    yield row
  }
}

/** What is wrong with a line of the file. */
export class LineProblem extends Error {}

/**
 * Why something could not be saved, as a sentence. What is no rule of the shop is logged with a number.
 * @throws the error when the database is down: the work is tried again.
 */
export function describeProblem({ error, id, log }: Pick<ImportContext, 'id' | 'log'> & { error: unknown }): string {
  if (error instanceof LineProblem) return error.message
  if (error instanceof AppError) return Object.values(error.fields ?? {})[0] ?? error.message
  if (error instanceof ZodError) return error.issues[0]?.message ?? error.message
  if (isDatabaseDown(error)) throw error
  const fault = randomUUID().slice(0, 8)
  log.error({ err: error, import: id, fault }, 'A line of an imported shop could not be saved')
  return texts.faultOfRow(fault)
}

interface EachSave {
  readonly context: ImportContext
  /** what the line is called in the list of problems */
  readonly nameOf: (row: FileRow) => string
  readonly save: (rows: readonly FileRow[]) => Promise<Saved>
}

const nameLength = 100

/** Saves things one by one. One that fails has the reason and does not stop the others. */
export const saveEach =
  ({ context, nameOf, save }: EachSave): Save<readonly FileRow[]> =>
  async (groups) => {
    const results: ItemResult[] = []
    for (const group of groups) {
      const [first] = group
      if (!first) continue
      const shown = { line: first.line, name: cutText(nameOf(first), nameLength) }
      try {
        results.push({ ...shown, outcome: await save(group), reason: null })
      } catch (error) {
        results.push({ ...shown, outcome: 'refused', reason: describeProblem({ ...context, error }) })
      }
    }
    return results
  }
