import type { FastifyInstance } from 'fastify'
import type { Expense } from '#contract/figures/expenses.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { recordActivity } from '../../activity/record-activity.ts'
import { recordChange } from '../../activity/record-change.ts'
import { type CsvCell, formatCsv } from '../../csv/write-csv.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { sendCsv } from '../figure-routes.ts'
import { addExpense, deleteExpense, editExpense, listExpenses, readAllExpenses } from './expenses.ts'
import { storeRates } from './profit-rates.ts'
import { readProfit, readProfitMonths, readProfitTable } from './read-profit.ts'

interface ProfitDependencies {
  readonly database: Database
  /** for reports */
  readonly readDatabase: Database
}

const expenseColumns: Readonly<Record<string, (expense: Expense) => CsvCell>> = {
  Day: ({ day }) => day,
  For: ({ kind }) => kind,
  Amount: ({ amount }) => amount,
  Note: ({ note }) => note,
  'Entered by': ({ enteredBy }) => enteredBy,
}

/** Expenses, and profit and loss by month. */
export function profitRoutes(api: FastifyInstance, { database, readDatabase }: ProfitDependencies): void {
  const thisMonth = () => toIndianDay().slice(0, 7)

  defineRoute(api, 'getProfit', ({ query: { month = thisMonth() } }) => readProfit({ database: readDatabase, month, today: toIndianDay() }))

  defineRoute(api, 'getProfitMonths', ({ query: { month = thisMonth() } }) => readProfitMonths({ database: readDatabase, month }))

  defineRoute(api, 'exportProfit', async ({ query: { month = thisMonth() }, reply }) => {
    const table = await readProfitTable({ database: readDatabase, month })
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="profit-${month}.csv"`)
    return formatCsv({ ...table, hasMark: true })
  })

  defineRoute(api, 'setProfitRates', async ({ body: { version, ...rates }, request }) => {
    await database.transaction().execute(async (trx) => {
      const before = await storeRates({ trx, rates, version })
      const names = Object.keys(rates) as (keyof typeof rates)[]
      const changed = names.filter((name) => before[name] !== rates[name])
      await recordActivity({
        database: trx,
        actorId: requireUser(request).id,
        call: 'setProfitRates',
        subject: { id: 'profit-rates', name: 'Freight and fees' },
        changes: Object.fromEntries(changed.map((name) => [name, { before: before[name], after: rates[name] }])),
      })
    })
    return { message: 'Saved.' }
  })

  defineRoute(api, 'getExpenses', ({ query }) => listExpenses({ database, ...query }))

  defineRoute(api, 'exportExpenses', async ({ query, reply }) => {
    const rows = await readAllExpenses({ database, ...query })
    return sendCsv({ reply, name: `expenses-${query.month ?? toIndianDay()}`, columns: expenseColumns, rows })
  })

  defineRoute(api, 'addExpense', async ({ body, headers, request }) => {
    const actorId = requireUser(request).id
    const claim = { scope: `expense ${actorId}`, key: headers['idempotency-key'], body }
    const expense = await addExpense({ database, expense: body, actorId, claim })
    return { message: 'The expense is added.', expense }
  })

  defineRoute(api, 'editExpense', async ({ params: { id }, body: { version, ...entered }, request }) => {
    const expense = await recordChange({ database, actorId: requireUser(request).id, call: 'editExpense', id }, (trx) =>
      editExpense({ trx, id, expense: entered, version }),
    )
    return { message: 'The expense is changed.', expense }
  })

  defineRoute(api, 'deleteExpense', async ({ params: { id }, query: { version }, request }) => {
    const actorId = requireUser(request).id
    await recordChange({ database, actorId, call: 'deleteExpense', id }, (trx) => deleteExpense({ trx, id, version }))
    return { message: 'The expense is deleted.' }
  })
}
