import { z } from 'zod'
import { documentKinds } from './documents.ts'

/** A document in replies about an order. */
const shownDocument = z.object({
  _id: z.uuid(),
  kind: z.enum(documentKinds),
  written: z.string().describe('its number, such as LL/26-27/000123'),
  issuedAt: z.iso.datetime(),
  total: z.number().describe('rupees, with tax'),
})
export type ShownDocument = z.infer<typeof shownDocument>

export const shownDocuments = z.array(shownDocument).optional().describe('invoices and credit notes; missing without any')
