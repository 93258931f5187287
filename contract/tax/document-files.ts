import { z } from 'zod'
import { maxLengths } from '../kernel/business.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { byId } from '../kernel/field-schemas.ts'

export const documentFormats = ['a4', 'label'] as const
/** A4, or 4 × 6 inches as the labels of parcels. */
export type DocumentFormat = (typeof documentFormats)[number]

/** Documents that one file may have. */
export const maxPrintedDocuments = 200

const format = z.enum(documentFormats).default('a4').describe('A4, or a label of 4 × 6 inches')
const file = { 200: z.unknown().describe('application/pdf') }

export const documentFilesCalls = defineCalls({
  getDocumentFile: {
    route: 'GET /documents/:id.pdf',
    right: 'orders',
    summary: 'An invoice, bill of supply or credit note as PDF',
    params: byId,
    query: z.object({ format }),
    reply: file,
  },

  getDocumentsFile: {
    route: 'GET /documents.pdf',
    right: 'orders',
    summary: 'Several documents as one PDF, in the order in which their ids are given; unknown ids are left out',
    query: z.object({
      format,
      ids: z
        .string()
        .max(maxPrintedDocuments * 40, `At most ${maxPrintedDocuments} documents can be printed at once.`)
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(z.array(z.string()).min(1, 'Select the documents to print.').max(maxPrintedDocuments))
        .describe('separated by commas'),
    }),
    reply: file,
  },

  getOwnDocumentFile: {
    route: 'GET /order/:id/documents/:documentId.pdf',
    who: 'user',
    summary: 'A document of one of my orders as PDF',
    params: byId.extend({ documentId: byId.shape.id }),
    reply: file,
  },

  getTrackedDocumentFile: {
    route: 'GET /track/documents/:id.pdf',
    who: 'anyone',
    summary: 'A document of an order as PDF, for the holder of the link in its emails',
    params: byId,
    query: z.object({ token: z.string().max(maxLengths.trackingToken) }),
    reply: file,
  },
})
