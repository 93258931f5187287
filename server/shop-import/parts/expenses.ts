import { expensesCalls } from '#contract/figures/expenses.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { countRows } from '../../database/count-rows.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { FileRow } from '../read/read-table.ts'
import { defineTablePart, type ImportContext, LineProblem, saveEach } from './import-part.ts'
import { readDay, readText } from './read-cells.ts'

/** What the shop has spent. An expense that is here stays as it is. */
export const expensesPart = defineTablePart({
  part: 'expenses',
  file: 'expenses.csv',
  needs: ['Id', 'Day', 'For', 'Amount'],
  batchSize: 50,
  countHere: (database) => countRows(database.selectFrom('expenses')),
  prepare: async (context) =>
    saveEach({
      context,
      nameOf: ({ cells }) => `${readText(cells, 'For')} ${readText(cells, 'Day')}`,
      save: async ([row]) => (row ? saveExpense({ context, row }) : 'unchanged'),
    }),
})

async function saveExpense({ context: { database, actorId }, row: { cells } }: { context: ImportContext; row: FileRow }) {
  const id = readText(cells, 'Id').trim()
  if (!isUuid(id)) throw new LineProblem('Id must be that of the export.')
  const { day, kind, amount, note } = expensesCalls.addExpense.body.parse({
    day: readDay(cells, 'Day') ?? '',
    kind: readText(cells, 'For').trim(),
    amount: readText(cells, 'Amount'),
    note: readText(cells, 'Note'),
  })
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('expenses')
    .values({ id, day, kind, amount_paise: toPaise(amount), note, entered_by: actorId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? 'new' : 'unchanged'
}
