import { sql } from 'kysely'
import { type Expense, type ExpenseKind, expenseMonths, expensesPerPage } from '#contract/figures/expenses.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { type Paise, paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { recordCreation } from '../../activity/record-change.ts'
import { claimKey, type IdempotencyKey, storeAnswer } from '../../database/idempotency.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { isUuid } from '../../database/is-uuid.ts'
import { limitToPage, presentPage } from '../../database/pages.ts'
import type { Database, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { listMonthsUntil } from './profit-rules.ts'

/** An expense as a form says it. */
export interface EnteredExpense {
  readonly day: string
  readonly kind: ExpenseKind
  /** rupees */
  readonly amount: number
  readonly note: string
}

const toRow = ({ day, kind, amount, note }: EnteredExpense) => ({ day, kind, amount_paise: toPaise(amount), note })

const selectExpenses = (database: Database) =>
  database
    .selectFrom('expenses')
    .leftJoin('users', 'users.id', 'entered_by')
    .select(['expenses.id', 'kind', 'amount_paise', 'note', 'users.name as enteredBy', 'expenses.version'])
    .select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'))

async function readExpense({ database, id }: { database: Database; id: string }): Promise<Expense> {
  return present(await selectExpenses(database).where('expenses.id', '=', id).executeTakeFirstOrThrow())
}

type Row = Awaited<ReturnType<ReturnType<typeof selectExpenses>['executeTakeFirstOrThrow']>>

const present = ({ id, amount_paise, ...row }: Row): Expense => ({ _id: id, amount: toRupees(amount_paise), ...row })

interface ExpenseFilter {
  readonly database: Database
  readonly month?: string | undefined
  readonly kind?: ExpenseKind | undefined
}

interface ExpenseQuery extends ExpenseFilter {
  readonly page: number
  readonly limit?: number | undefined
}

const firstDay = (month: string) => sql<string>`${`${month}-01`}::date`

const findExpenses = ({ database, month, kind }: ExpenseFilter) =>
  selectExpenses(database)
    .$if(month !== undefined, (query) =>
      query.where('day', '>=', firstDay(month ?? '')).where('day', '<', sql<string>`(${firstDay(month ?? '')} + interval '1 month')::date`),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as ExpenseKind))

/** A page of expenses, the newest day first, the sum of all pages, and the sums of the months until the chosen one. */
export async function listExpenses({ page, limit: perPage = expensesPerPage, ...filter }: ExpenseQuery) {
  const found = findExpenses(filter)
  const { total, sum } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<Paise>`coalesce(sum(amount_paise), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  const rows = await found.orderBy('day', 'desc').orderBy('expenses.id', 'desc').$call(limitToPage({ page, perPage })).execute()
  return { expenses: rows.map(present), sum: toRupees(sum), months: await addMonths(filter), ...presentPage({ page, perPage, total }) }
}

async function addMonths({ database, month = toIndianDay().slice(0, 7), kind }: ExpenseFilter) {
  const months = listMonthsUntil({ month, count: expenseMonths })
  const { rows } = await sql<{ month: string; paise: Paise }>`
    select to_char(day, 'YYYY-MM') as month, sum(amount_paise)::bigint as paise from expenses
    where day >= ${firstDay(months[0] ?? month)} and day < (${firstDay(month)} + interval '1 month')::date
      and (${kind ?? null}::text is null or kind = ${kind ?? null})
    group by 1
  `.execute(database)
  return months.map((each) => ({ month: each, amount: toRupees(rows.find((row) => row.month === each)?.paise ?? paise(0)) }))
}

/** All expenses of a filter, oldest first. */
export async function readAllExpenses(filter: ExpenseFilter): Promise<Expense[]> {
  return (await findExpenses(filter).orderBy('day').orderBy('expenses.id').execute()).map(present)
}

interface NewExpense {
  readonly database: Database
  readonly expense: EnteredExpense
  /** the administrator's id */
  readonly actorId: string
  readonly claim: IdempotencyKey
}

/** Adds an expense and records it. The same idempotency key adds it once. @throws AppError 409 for a key of another expense */
export function addExpense({ database, expense, actorId, claim }: NewExpense): Promise<Expense> {
  return inTransaction(database, async (trx) => {
    const earlier = await claimKey<Expense>({ trx, claim })
    if (earlier) return earlier
    const added = await recordCreation({ database: trx, actorId, call: 'addExpense' }, async () => {
      const row = trx.insertInto('expenses').values({ ...toRow(expense), entered_by: actorId })
      const { id } = await row.returning('id').executeTakeFirstOrThrow()
      return readExpense({ database: trx, id })
    })
    await storeAnswer({ trx, claim, answer: added })
    return added
  })
}

interface ExpenseEdit {
  readonly trx: Transaction
  readonly id: string
  readonly expense: EnteredExpense
  /** as the administrator saw it */
  readonly version: number
}

/** Changes an expense. @throws AppError 409 when it has changed or is deleted */
export async function editExpense({ trx, id, expense, version }: ExpenseEdit): Promise<Expense> {
  const changed = isUuid(id)
    ? await trx
        .updateTable('expenses')
        .set((eb) => ({ ...toRow(expense), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!changed) throw new AppError('expense_changed')
  return readExpense({ database: trx, id })
}

interface ExpenseDeletion {
  readonly trx: Transaction
  readonly id: string
  /** as the administrator saw it; undefined: any */
  readonly version: number | undefined
}

/** Deletes an expense. @throws AppError 409 when it has changed or is deleted already */
export async function deleteExpense({ trx, id, version }: ExpenseDeletion): Promise<void> {
  const deletion = trx.deleteFrom('expenses').where('id', '=', id)
  const ofVersion = version === undefined ? deletion : deletion.where('version', '=', version)
  const deleted = isUuid(id) ? await ofVersion.returning('id').executeTakeFirst() : undefined
  if (!deleted) throw new AppError('expense_changed')
}
