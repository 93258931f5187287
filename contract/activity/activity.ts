import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { activityKinds } from './recorded-calls.ts'

export const activityPerPage = 50

const changes = z
  .record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }).partial())
  .describe('changed field → its value before and after; without values where they are personal data')
export type ActivityChanges = z.infer<typeof changes>

const entry = z.object({
  _id: z.string(),
  happenedAt: z.iso.datetime(),
  actor: z.object({ _id: z.string().nullable(), name: z.string().describe('as it was then, of a deleted account, too') }),
  kind: z.enum(activityKinds),
  text: z.string().describe('what was done'),
  subject: z.object({ _id: z.string().nullable(), name: z.string() }),
  changes,
})
export type ActivityEntry = z.infer<typeof entry>

const day = (label: string) => z.iso.date(`${label} must be a date.`)

const filters = {
  actor: z.string().max(64).optional().describe('the id of an administrator'),
  kind: z.enum(activityKinds).optional(),
  subject: z.string().max(100).optional().describe('the id of a record; it needs `kind`'),
  from: day('The first day').optional().describe('the first Indian day'),
  to: day('The last day').optional().describe('the last Indian day'),
  q: z.string().max(maxLengths.adminSearch).optional().describe('words of the name of a record, or the number of an order'),
}

export const activityCalls = defineCalls({
  getActivity: {
    route: 'GET /activity',
    right: 'staff',
    summary: 'What administrators have done, newest first',
    query: z.object({ ...filters, after: z.string().max(200).optional().describe('`next` of the page before') }),
    reply: {
      200: z.object({
        entries: z.array(entry),
        next: z.string().nullable().describe('`after` of the next page; null: this is the last one'),
        administrators: z.array(z.object({ _id: z.string(), name: z.string() })).describe('for the filter'),
      }),
    },
  },

  exportActivity: {
    route: 'GET /activity/export',
    right: 'staff',
    summary: 'The same entries as a CSV file, at most 100,000; needs a recent PIN',
    query: z.object(filters),
    reply: { 200: z.unknown().describe('text/csv') },
  },
})
