import { z } from 'zod'
import { calendarMonth } from '../kernel/calendar-month.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { rowVersion } from '../kernel/field-schemas.ts'
import { expenseKinds } from './expenses.ts'
import { count } from './period.ts'
import { profitKeys } from './profit-lines.ts'

/** Months of the chart and the file, the last one is the chosen one. */
export const profitMonths = 6

const signed = z.number().describe('rupees, negative where it reduces the profit')

/** Rupees that one parcel or one item of a price costs, with at most two decimals. */
const rate = (label: string, max: number) => {
  const error = `${label} must be a number from 0 to ${max}, with at most two decimals.`
  return z
    .number({ error })
    .min(0, error)
    .max(max, error)
    .refine((value) => Number(value.toFixed(2)) === value, error)
}

const rates = z.object({
  freight: rate('Freight', 10_000).describe('rupees of a parcel to a customer'),
  returnFreight: rate('Freight of a parcel that comes back', 10_000).describe('rupees'),
  feePercent: rate('Share of the provider', 10).describe('of an online payment, with the tax on it'),
})
export type ProfitRates = z.infer<typeof rates>

const monthQuery = z.object({ month: calendarMonth.optional().describe('in India; this month without it') })

const line = z.object({ key: z.enum(profitKeys), amount: signed, before: signed.describe('of the month before') })
export type ProfitAmount = z.infer<typeof line>

const unknownCost = z.object({
  sales: rupees.describe('of delivered items whose cost nobody had entered; they count as if they had cost nothing'),
  all: rupees.describe('of all delivered items'),
})

export const profitCalls = defineCalls({
  getProfit: {
    route: 'GET /figures/profit',
    right: 'reports',
    summary: 'Profit and loss of a month, beside the month before',
    query: monthQuery,
    reply: {
      200: z.object({
        month: calendarMonth,
        before: calendarMonth,
        isOver: z.boolean().describe('false: the month is not over'),
        lines: z.array(line).describe('in the order of the statement'),
        unknownCost,
        unknownCostBefore: unknownCost,
        parcels: z.object({ sent: count, back: count, sentBefore: count, backBefore: count }),
        expenses: z.array(z.object({ kind: z.enum(expenseKinds), amount: rupees, before: rupees })),
        rates: rates.extend({ version: z.int() }),
      }),
    },
  },

  getProfitMonths: {
    route: 'GET /figures/profit/months',
    right: 'reports',
    summary: `Sales and profit of ${profitMonths} months that end with the chosen one`,
    query: monthQuery,
    reply: {
      200: z.object({ months: z.array(z.object({ month: calendarMonth, sales: signed, profit: signed })).describe('oldest first') }),
    },
  },

  exportProfit: {
    route: 'GET /figures/profit/export',
    right: 'reports',
    summary: `Profit and loss of ${profitMonths} months that end with the chosen one, as CSV`,
    query: monthQuery,
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },

  setProfitRates: {
    route: 'PUT /figures/profit/rates',
    right: 'money',
    changes: 'nothing',
    summary: 'Set what a parcel and an online payment cost',
    body: rates.extend({ version: rowVersion }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
