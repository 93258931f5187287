import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'

/** Days before today of a file of conversions. */
export const conversionDays = ['7', '30', '90'] as const

/** Whether Meta was told about a purchase. */
export const reportStates = ['waiting', 'sent', 'refused', 'too late', 'unknown', 'not sent'] as const
export type ReportState = (typeof reportStates)[number]

const reportProblem = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  state: z.enum(reportStates),
  problem: z.string().describe('a sentence'),
  at: z.iso.datetime(),
})
export type ReportProblem = z.infer<typeof reportProblem>

export const purchaseReportsCalls = defineCalls({
  getPurchaseReports: {
    route: 'GET /purchase-reports',
    right: 'settings',
    summary: 'How many purchases of the last 30 days were reported to Meta, and the last problems',
    reply: {
      200: z.object({
        sent: z.int(),
        waiting: z.int().describe('paid or delivered, and not yet reported'),
        problems: z.array(reportProblem).describe('the last ones, newest first'),
      }),
    },
  },

  exportConversions: {
    route: 'GET /purchase-reports/google',
    right: 'exports',
    summary: 'Purchases whose visit came by an advertisement of Google, with the consent of their shoppers, as Google Ads imports them',
    query: z.object({ days: z.enum(conversionDays).default('30') }),
    reply: { 200: z.unknown().describe('text/csv') },
  },
})
