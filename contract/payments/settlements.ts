import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { calendarMonth } from '../kernel/calendar-month.ts'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { byId, chosenRows, requiredText } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { lineOutcome, tableResult, uploadedTable } from '../kernel/table-file.ts'

/** Months of the chart, the last one is the chosen one. */
export const settlementMonths = 6

export const settlementLimits = { perPage: 30, lines: 50_000, shownLines: 500, openRows: 200 } as const

const signed = z.number().describe('rupees; below 0 when more was deducted than added')

const amounts = {
  payments: rupees,
  refunds: rupees,
  fees: rupees.describe('with the tax on them'),
  tax: rupees.describe('on the fees'),
  others: signed.describe('whatever else was added or deducted'),
  amount: signed.describe('of the lines on the bank statement'),
}

const settlement = z.object({
  _id: z.string().describe('at the provider'),
  provider: z.string(),
  settledOn: z.iso.date(),
  utr: z.string().nullable().describe('of the line on the bank statement'),
  rows: z.int(),
  ...amounts,
  open: z.int().describe('rows that do not match and that nobody has explained'),
})
export type Settlement = z.infer<typeof settlement>

const settledMonth = z.object({ month: calendarMonth, settlements: z.int(), ...amounts })
export type SettledMonth = z.infer<typeof settledMonth>

const month = calendarMonth.optional().describe('of the day of the settlement, in India')

const settlementRow = z.object({
  _id: z.string(),
  settlementId: z.string(),
  settledOn: z.iso.date(),
  utr: z.string().nullable(),
  entityId: z.string(),
  kind: z.string(),
  amount: rupees,
  change: signed.describe('what it adds to the settlement'),
  order: z.object({ _id: z.string(), number: z.string() }).nullable(),
  message: z.string().describe('why it does not match'),
})
export type SettlementRow = z.infer<typeof settlementRow>

const fileLine = z.object({
  line: z.int(),
  entityId: z.string(),
  settlementId: z.string(),
  outcome: lineOutcome,
  reason: z.string().nullable(),
})
export type SettlementLine = z.infer<typeof fileLine>

const fileResult = tableResult({ line: fileLine, shownLines: settlementLimits.shownLines })

export const settlementsCalls = defineCalls({
  getSettlements: {
    route: 'GET /settlements',
    right: 'money',
    summary: 'What payment providers have settled to the bank account, newest first, and the rows that do not match',
    query: pageQuery.extend({ month, limit: chosenRows }),
    reply: {
      200: z.object({
        settlements: z.array(settlement),
        ...paged,
        openRows: z.array(settlementRow).describe(`the oldest first, at most ${settlementLimits.openRows}`),
        openTotal: z.int(),
        resolvedRows: z
          .array(settlementRow.extend({ note: z.string(), resolvedBy: z.string().nullable(), resolvedAt: z.iso.datetime() }))
          .describe('those that were explained last'),
        unsettled: z
          .object({ payments: z.int(), amount: rupees, oldest: z.iso.date().nullable() })
          .describe('payments that no settlement has, a week after their capture; only of days after the first settlement'),
      }),
    },
  },

  getSettlementMonths: {
    route: 'GET /settlements/months',
    right: 'money',
    summary: `What was settled in ${settlementMonths} months that end with the chosen one, or with this month`,
    query: z.object({ month }),
    reply: { 200: z.object({ months: z.array(settledMonth).describe('oldest first') }) },
  },

  exportSettlements: {
    route: 'GET /settlements/export',
    right: 'money',
    summary: 'The settlements of a month, or all, as CSV: a row for each line of the bank statement',
    query: z.object({ month }),
    reply: { 200: z.unknown().describe('text/csv in UTF-8 with a byte order mark') },
  },

  checkSettlementFile: {
    route: 'POST /settlements/check',
    right: 'money',
    changes: 'nothing',
    summary: 'Check a file of settled payments and refunds, as the provider exports it (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  importSettlementFile: {
    route: 'POST /settlements/import',
    right: 'money',
    changes: 'nothing',
    summary: 'Record a file of settled payments and refunds; rows that are there stay as they are (multipart/form-data)',
    form: true,
    body: uploadedTable,
    reply: { 200: fileResult },
  },

  resolveSettlementRow: {
    route: 'POST /settlements/rows/:id/resolve',
    right: 'money',
    changes: 'nothing',
    summary: 'Say why a row that does not match is right',
    params: byId,
    body: z.object({ note: requiredText('Note', maxLengths.resolutionNote) }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
