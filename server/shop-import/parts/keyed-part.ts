import type { FileRow } from '../read/read-table.ts'
import { defineTablePart, type ImportContext, type ImportPart, type Saved, saveEach, type TablePart } from './import-part.ts'
import { isSame, readExported } from './read-cells.ts'

interface Line {
  readonly row: FileRow
  readonly isNew: boolean
}

interface KeyedPart extends Omit<TablePart, 'prepare'> {
  /** what names a line, here and in the file */
  readonly keyOf: (cells: FileRow['cells']) => string
  /** what a line is called in the list of problems */
  readonly nameOf: (cells: FileRow['cells']) => string
  /** returns what saves a line that is new or has other values here; without a result it is new or changed */
  readonly prepare: (context: ImportContext) => Promise<(line: Line) => Promise<Saved | undefined>>
  /** A line whose values are changed here is saved, too, when the administrator keeps what is here. */
  readonly ignoresChoice?: true
}

/** A part that is a CSV file whose lines are compared by a key with what this shop would export. */
export const defineKeyedPart = ({ keyOf, nameOf, prepare, ignoresChoice, ...part }: KeyedPart): ImportPart =>
  defineTablePart({
    ...part,
    async prepare(context) {
      const here = await readExported({ database: context.database, name: part.file, keyOf })
      const saveLine = await prepare(context)
      return saveEach({
        context,
        nameOf: ({ cells }) => nameOf(cells),
        save: async ([row]) => {
          if (!row) return 'unchanged'
          const before = here.get(keyOf(row.cells))
          if (before && (isSame(before, row.cells) || (context.choice === 'mine' && !ignoresChoice))) return 'unchanged'
          return (await saveLine({ row, isNew: !before })) ?? (before ? 'changed' : 'new')
        },
      })
    },
  })
