import { z } from 'zod'
import { maxLengths } from './kernel/business.ts'
import { daysQuery, defineCalls } from './kernel/endpoint.ts'
import { visitSteps } from './kernel/visit-steps.ts'

export const visitsCalls = defineCalls({
  logVisit: {
    route: 'POST /track/log-visit',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Record a storefront view',
    body: z.object({ userAgent: z.string().max(maxLengths.userAgent) }),
    reply: { 201: z.object({ message: z.string() }) },
  },

  countStep: {
    route: 'POST /track/step',
    who: 'anyone',
    changes: 'nothing',
    summary: 'Count that a visit has reached a step, and that the page of a product was opened. Nothing about the visitor is stored',
    body: z.object({
      step: z.enum(visitSteps),
      after: z.enum(visitSteps).optional().describe('the last step that the visit has reached before; the steps between count, too'),
      product: z.string().max(64).optional().describe('the id of the product of the page'),
    }),
    reply: { 201: z.object({ message: z.string() }) },
  },

  getTotalVisits: {
    route: 'GET /track/total-visits',
    right: 'reports',
    summary: 'The number of storefront views',
    reply: { 200: z.object({ totalVisits: z.int() }) },
  },

  getDailyVisits: {
    route: 'GET /track/daily-visits',
    right: 'reports',
    summary: 'Storefront views by day, oldest first',
    query: daysQuery,
    reply: { 200: z.object({ days: z.array(z.object({ day: z.iso.date(), visits: z.int() })) }) },
  },
})
