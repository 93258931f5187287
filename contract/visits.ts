import { z } from 'zod'
import { daysQuery, endpoint } from './endpoint.ts'

export const logVisit = endpoint('logVisit', {
  summary: 'Count a view of the storefront',
  body: z.object({ userAgent: z.string().max(1_000) }),
  reply: { 201: z.object({ message: z.string() }) },
})

export const getTotalVisits = endpoint('getTotalVisits', {
  summary: 'All views of the storefront so far',
  reply: { 200: z.object({ totalVisits: z.int() }) },
})

export const getDailyVisits = endpoint('getDailyVisits', {
  summary: 'Views of the storefront a day, oldest day first',
  query: daysQuery,
  reply: { 200: z.object({ days: z.array(z.object({ day: z.iso.date(), visits: z.int() })) }) },
})
