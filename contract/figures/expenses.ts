import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { calendarMonth } from '../kernel/calendar-month.ts'
import { defineCalls, idempotencyHeaders, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, priceText, rowVersion } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { cleanTyped } from '../kernel/typed-numbers.ts'

/** Months of the chart; the last one is the chosen one. */
export const expenseMonths = 6

/** What an expense is for. */
export const expenseKinds = [
  'rent',
  'wages',
  'advertising',
  'packaging',
  'courier bills',
  'provider fees',
  'software',
  'equipment',
  'fees and taxes',
  'other',
] as const
export type ExpenseKind = (typeof expenseKinds)[number]

export const expensesPerPage = 50

const expense = z
  .object({
    _id: z.string(),
    day: z.iso.date(),
    kind: z.enum(expenseKinds),
    amount: rupees,
    note: z.string(),
    enteredBy: z.string().nullable(),
    version: z.int(),
  })
  .register(schemaRegistry, { id: 'Expense' })
export type Expense = z.infer<typeof expense>

const fields = z.object({
  day: z.iso.date('Enter a day.').refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Enter a day.'),
  kind: z.enum(expenseKinds, { error: 'Choose a kind.' }),
  amount: z
    .string({ error: 'Amount is required.' })
    .max(maxLengths.typedNumber, { error: 'Amount is too long.', abort: true })
    .overwrite(cleanTyped)
    .pipe(priceText('Amount'))
    .describe('rupees, as typed'),
  note: z
    .string({ error: 'Note must be a text.' })
    .trim()
    .max(300, { error: 'Note is too long.', abort: true })
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'Note must be one line.')
    .default(''),
})

const filters = { month: calendarMonth.optional(), kind: z.enum(expenseKinds).optional() }

const saved = z.object({ message: z.string(), expense })

export const expensesCalls = defineCalls({
  getExpenses: {
    route: 'GET /figures/expenses',
    right: 'reports',
    summary: 'The expenses of a month, or of all months, newest first',
    query: pageQuery.extend({ ...filters, limit: chosenRows }),
    reply: {
      200: z.object({
        expenses: z.array(expense),
        sum: rupees.describe('of all pages'),
        months: z
          .array(z.object({ month: calendarMonth, amount: rupees }))
          .describe(`${expenseMonths} months, oldest first, that end with the chosen one or this month; of the same kind`),
        ...paged,
      }),
    },
  },

  exportExpenses: {
    route: 'GET /figures/expenses/export',
    right: 'reports',
    summary: 'The expenses of a month, or of all months, as CSV, oldest first',
    query: z.object(filters),
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },

  addExpense: {
    route: 'POST /figures/expenses',
    right: 'money',
    changes: 'nothing',
    summary: 'Add an expense',
    headers: idempotencyHeaders,
    body: fields,
    reply: { 201: saved },
  },

  editExpense: {
    route: 'PATCH /figures/expenses/:id',
    right: 'money',
    changes: 'nothing',
    summary: 'Change an expense',
    params: byId,
    body: fields.extend({ version: rowVersion }),
    reply: { 200: saved },
  },

  deleteExpense: {
    route: 'DELETE /figures/expenses/:id',
    right: 'money',
    changes: 'nothing',
    summary: 'Delete an expense',
    params: byId,
    query: z.object({
      version: z.coerce.number().pipe(rowVersion).optional().describe('rejected when the expense has been changed since'),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
