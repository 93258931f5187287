import { z } from 'zod'
import { maxLengths } from './business.ts'
import { daysQuery, defineEndpoint } from './endpoint.ts'

export const logVisit = defineEndpoint('logVisit', {
  summary: 'Record a storefront view',
  body: z.object({ userAgent: z.string().max(maxLengths.userAgent) }),
  reply: { 201: z.object({ message: z.string() }) },
})

export const getTotalVisits = defineEndpoint('getTotalVisits', {
  summary: 'The number of storefront views',
  reply: { 200: z.object({ totalVisits: z.int() }) },
})

export const getDailyVisits = defineEndpoint('getDailyVisits', {
  summary: 'Storefront views by day, oldest first',
  query: daysQuery,
  reply: { 200: z.object({ days: z.array(z.object({ day: z.iso.date(), visits: z.int() })) }) },
})
