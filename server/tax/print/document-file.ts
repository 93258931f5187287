import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import { printDocuments, type ReadSignature } from './print-documents.ts'

interface DocumentFile {
  readonly reply: FastifyReply
  readonly documents: readonly TaxDocument[]
  readonly format?: DocumentFormat
  readonly readSignature: ReadSignature
}

/** The name of a document's file: its number, whose slashes no file can have. */
export const nameDocumentFile = (written: string): string => `${written.replaceAll('/', '-')}.pdf`

/** The reply with documents as PDF, which the browser shows. */
export function replyWithDocuments({ reply, documents, format = 'a4', readSignature }: DocumentFile): Promise<Readable> {
  const name = documents.length === 1 ? nameDocumentFile(documents[0]?.written ?? '') : 'documents.pdf'
  reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`)
  return printDocuments({ documents, format, readSignature })
}
