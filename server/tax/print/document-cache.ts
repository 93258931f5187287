import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import { printDocuments, type ReadSignature, rejectWhenBusy } from './print-documents.ts'

/** The limit for all files together. One file has about ten kilobytes. */
const maxBytes = 16 * 2 ** 20

interface PrintedDocument {
  readonly document: TaxDocument
  readonly format: DocumentFormat
}

/**
 * The files of documents, which are drawn once by each process and version of the server, because that takes a third of a second of its processor.
 * Requests for the same file at the same time share it.
 */
export function createDocumentCache({ readSignature }: { readSignature: ReadSignature }) {
  const files = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
  const inProgress = new Map<string, Promise<Buffer>>()

  async function draw({ document, format, key }: PrintedDocument & { key: string }): Promise<Buffer> {
    rejectWhenBusy()
    const file = await buffer(await printDocuments({ documents: [document], format, readSignature }))
    files.set(key, file)
    return file
  }

  return {
    readSignature,
    /** @throws AppError 503 when too many files are in progress. */
    async print({ document, format }: PrintedDocument): Promise<Buffer> {
      // All that it shows: a document never changes, but whether it was replaced does.
      const key = hash('sha256', JSON.stringify([format, document]))
      const file = files.get(key) ?? inProgress.get(key)
      if (file) return file
      const drawing = draw({ document, format, key }).finally(() => inProgress.delete(key))
      inProgress.set(key, drawing)
      return drawing
    },
  }
}

export type DocumentCache = ReturnType<typeof createDocumentCache>
