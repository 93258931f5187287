import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import type PDFDocument from 'pdfkit'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
import { AppError } from '../../kernel/errors.ts'
import { describeDocument } from './document-texts.ts'
import { drawDocument } from './draw-document.ts'
import { papers } from './paper.ts'
import { createTypesetter } from './typesetter.ts'

/** The picture of a signature by the path that a document has; undefined when it no longer exists. */
export type ReadSignature = (path: string) => Promise<Buffer | undefined>

interface PrintedDocuments {
  readonly documents: readonly TaxDocument[]
  readonly format: DocumentFormat
  readonly readSignature: ReadSignature
}

/** Drawing one document takes a third of a second of the processor, and other requests have their turn between two. */
const drawings = pLimit(1)

/** Files in progress. With one document each the last one waits for some five seconds. */
export const maxFiles = 16
let filesInProgress = 0

/** @throws AppError 503 when too many files are in progress. */
export function rejectWhenBusy(): void {
  if (filesInProgress >= maxFiles) throw new AppError('busy', { retryAfterSeconds: 5 })
}

const signatureSize = { width: 480, height: 160 }

/** As JPEG, which a PDF contains as it is. */
async function flattenSignature(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(picture)
    .flatten({ background: '#ffffff' })
    .resize({ ...signatureSize, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function readSignatures({ documents, readSignature }: PrintedDocuments): Promise<Map<string, Buffer>> {
  const paths = new Set(documents.flatMap(({ supplier }) => supplier.signature ?? []))
  const signatures = new Map<string, Buffer>()
  for (const path of paths) {
    const picture = await readSignature(path)
    if (picture) signatures.set(path, await flattenSignature(picture))
  }
  return signatures
}

/** One or more documents as a PDF file, which takes turns with other files after each document. The same documents give the same bytes: its dates are theirs, and nothing is compressed. */
export async function printDocuments(printed: PrintedDocuments): Promise<Readable> {
  filesInProgress += 1
  const { pdf, drawn } = await startFile(printed).catch((error: unknown) => {
    filesInProgress -= 1
    throw error
  })
  drawn
    .catch((error: Error) => pdf.destroy(error))
    .finally(() => {
      filesInProgress -= 1
    })
  return pdf as unknown as Readable
}

async function startFile(printed: PrintedDocuments) {
  const { documents, format } = printed
  const signatures = await readSignatures(printed)
  // Takes 18 MB with what reads fonts, so only the first document loads it.
  const { default: PDFDocument } = await import('pdfkit')
  const issued = documents.map(({ issuedAt }) => issuedAt.getTime())
  const pdf = new PDFDocument({
    autoFirstPage: false,
    compress: false,
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: documents.length === 1 ? `${documents[0]?.written}` : `${documents.length} documents`,
      CreationDate: new Date(Math.max(...issued)),
    },
  })
  return { pdf, drawn: drawAll({ pdf, documents, paper: papers[format], signatures }) }
}

interface Drawing {
  readonly pdf: InstanceType<typeof PDFDocument>
  readonly documents: readonly TaxDocument[]
  readonly paper: (typeof papers)[DocumentFormat]
  readonly signatures: ReadonlyMap<string, Buffer>
}

async function drawAll({ pdf, documents, paper, signatures }: Drawing): Promise<void> {
  const type = createTypesetter(pdf)
  for (const document of documents) {
    if (pdf.destroyed) return
    const signature = signatures.get(document.supplier.signature ?? '')
    await drawings(async () => {
      drawDocument({ pdf, type, paper, texts: describeDocument(document), signature })
      await setImmediate()
    })
  }
  pdf.end()
}
