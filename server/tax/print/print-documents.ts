import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type PDFDocument from 'pdfkit'
import type { DocumentFormat } from '#contract/tax/document-files.ts'
import type { TaxDocument } from '#contract/tax/documents.ts'
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

/** One or more documents as a PDF file. The same documents give the same bytes: its dates are theirs, and nothing is compressed. */
export async function printDocuments(printed: PrintedDocuments): Promise<Readable> {
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
  drawAll({ pdf, documents, paper: papers[format], signatures }).catch((error: Error) => pdf.destroy(error))
  return pdf as unknown as Readable
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
    drawDocument({ pdf, type, paper, texts: describeDocument(document), signature })
    // Other requests have their turn between two documents.
    await setImmediate()
  }
  pdf.end()
}
