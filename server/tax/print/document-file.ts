import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import type { DocumentCache } from './document-cache.ts'
import { printDocuments, rejectWhenBusy } from './print-documents.ts'

interface DocumentFile {
  readonly reply: FastifyReply
  readonly documents: readonly TaxDocument[]
  readonly format?: DocumentFormat
  readonly documentCache: DocumentCache
}

/** The name of a document's file: its number, whose slashes no file can have. */
export const nameDocumentFile = (written: string): string => `${written.replaceAll('/', '-')}.pdf`

/**
 * The reply with documents as PDF, which the browser shows.
 * @throws AppError 503 when too many files are in progress.
 */
export async function replyWithDocuments({ reply, documents, format = 'a4', documentCache }: DocumentFile): Promise<Buffer | Readable> {
  const [document, ...others] = documents
  const isOne = document !== undefined && others.length === 0
  if (!isOne) rejectWhenBusy()
  const file = isOne
    ? await documentCache.print({ document, format })
    : await printDocuments({ documents, format, readSignature: documentCache.readSignature })
  const name = isOne ? nameDocumentFile(document.written) : 'documents.pdf'
  reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`)
  return file
}
