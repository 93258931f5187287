import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'
import { lineOutcome, tableResult, uploadedTable } from '../kernel/table-file.ts'
import { customerImportLimits } from './customer-import-limits.ts'

const fileLine = z.object({
  line: z.int().describe('in the file, from 1'),
  name: z.string(),
  contact: z.string().describe('phone and email'),
  outcome: lineOutcome,
  reason: z.string().nullable().describe('why the line is refused, or what of it is left out'),
})
export type CustomerLine = z.infer<typeof fileLine>

const upload = uploadedTable.extend({
  consentSource: z
    .string()
    .trim()
    .max(customerImportLimits.sourceLength, 'The source is too long.')
    .default('')
    .describe('where consents come from that the file has no source for'),
  consentDate: z
    .union([z.literal(''), z.iso.date('Enter a date.')])
    .default('')
    .describe('when consents were given that the file has no date for'),
})
const { shownLines } = customerImportLimits
const fileResult = tableResult({ line: fileLine, shownLines }).extend({
  lines: z.array(fileLine).describe(`refused ones and those with a note first, at most ${shownLines}`),
})

export const customerImportCalls = defineCalls({
  checkCustomerFile: {
    route: 'POST /customers/check',
    right: 'customers',
    changes: 'nothing',
    summary: 'What an import of this CSV file of customers would do; nothing is changed (multipart/form-data)',
    form: true,
    body: upload,
    reply: { 200: fileResult },
  },

  importCustomers: {
    route: 'POST /customers/import',
    right: 'customers',
    changes: 'nothing',
    summary: 'Add and change customers from a CSV file; they get no accounts, and refused lines are left out (multipart/form-data)',
    form: true,
    body: upload,
    reply: { 200: fileResult },
  },

  exportCustomers: {
    route: 'GET /customers/export',
    right: 'exports',
    summary: 'All customers, or those who agreed to messages about offers, as a CSV file. Needs the PIN again',
    query: z.object({
      who: z.enum(['all', 'consented']).default('all'),
      category: z
        .string()
        .max(64)
        .optional()
        .describe('the key of a category: only those who agreed and have bought of it, cancelled and refused orders left out'),
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(3_650)
        .optional()
        .describe('only those who agreed and have bought in the last days, of the category if there is one'),
    }),
    reply: { 200: z.unknown().describe('text/csv') },
  },

  withdrawImportedConsent: {
    route: 'POST /customers/:id/withdraw-consent',
    right: 'customers',
    changes: 'nothing',
    summary: 'Record that an imported customer no longer agrees to messages about offers',
    params: byId.describe('the id of an order of the customer, or of a customer without orders'),
    reply: { 200: z.object({ message: z.string() }) },
  },

  deleteImportedCustomer: {
    route: 'DELETE /customers/:id',
    right: 'customers',
    changes: 'nothing',
    summary: 'Delete what was imported about a person; orders and accounts stay',
    params: byId.describe('the id of an order of the customer, or of a customer without orders'),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
