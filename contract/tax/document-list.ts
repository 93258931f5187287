import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { chosenRows } from '../kernel/field-schemas.ts'
import { paged, pageQuery } from '../kernel/paging.ts'
import { documentFaultTexts } from './document-faults.ts'
import { documentKinds } from './documents.ts'

/** Documents on a page of the list. */

const month = z
  .string()
  .max(7, 'The month must look like 2026-11.')
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'The month must look like 2026-11.')

const listedDocument = z.object({
  _id: z.string(),
  kind: z.enum(documentKinds),
  written: z.string().describe('its number'),
  issuedAt: z.iso.datetime(),
  order: z.object({ _id: z.string(), number: z.string() }),
  invoice: z.string().nullable().describe('the number of the invoice that a credit note credits'),
  missedDeadline: z.string().optional().describe('of a credit note: the 30 November that had passed, so that it does not reduce the tax'),
  buyer: z.string(),
  buyerGstin: z.string().nullable(),
  taxable: z.number().describe('rupees; amounts of credit notes are positive'),
  tax: z.number(),
  total: z.number(),
})
export type ListedDocument = z.infer<typeof listedDocument>

const gap = z.object({
  series: z.string(),
  year: z.string(),
  missing: z.array(z.int()).describe('numbers without a document, the first of them'),
})

const difference = z.object({
  order: z.object({ _id: z.string(), number: z.string() }),
  documents: z.number().describe('rupees: invoices less credit notes'),
  expected: z.number().describe('rupees: what the order costs, less refunds that reduced its price'),
})

const documentFaults = Object.keys(documentFaultTexts) as [keyof typeof documentFaultTexts]

const bookCheck = z.object({
  documents: z.int(),
  orders: z.int().describe('with documents'),
  gaps: z.array(gap),
  differences: z.array(difference).describe('orders whose documents have another sum, the first of them'),
  faults: z
    .array(z.object({ written: z.string(), fault: z.enum(documentFaults) }))
    .optional()
    .describe('documents that contradict themselves, the first of them; missing in a reply of an older version'),
  missing: z
    .array(z.object({ _id: z.string(), number: z.string() }))
    .optional()
    .describe('orders that have left without a document, the first of them; missing in a reply of an older version'),
})
export type BookCheck = z.infer<typeof bookCheck>

export const documentListCalls = defineCalls({
  getDocuments: {
    route: 'GET /documents',
    right: 'reports',
    summary: 'The documents of a month, newest first, or those of a number',
    query: pageQuery.extend({
      month: month.optional().describe('in India; this month without it'),
      q: z.string().trim().max(maxLengths.adminSearch).optional().describe('the number of a document or of its order; any month'),
      limit: chosenRows,
    }),
    reply: {
      200: z.object({
        hasGstin: z.boolean().describe('false: the shop issues no documents'),
        month,
        months: z.array(month).describe('that have documents, and this one, newest first'),
        documents: z.array(listedDocument),
        ...paged,
      }),
    },
  },

  exportMonth: {
    route: 'GET /documents/month/:month.zip',
    right: 'reports',
    summary: 'The tables of a month for GSTR-1, the sales register, the day book, and files for Zoho Books and Tally, as a zip file',
    params: z.object({ month }),
    reply: { 200: z.unknown().describe('application/zip') },
  },

  checkBooks: {
    route: 'POST /documents/check',
    right: 'reports',
    changes: 'nothing',
    summary: 'Look for gaps in the numbers, and for orders whose documents have another sum',
    reply: { 200: bookCheck },
  },
})
