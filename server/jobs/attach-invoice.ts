import { buffer } from 'node:stream/consumers'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Transaction } from '../database/schema.ts'
import type { Mail } from '../mail/mailer.ts'
import { readBrandOriginal } from '../shop-settings/brand-images.ts'
import { nameDocumentFile } from '../tax/print/document-file.ts'
import { printDocuments } from '../tax/print/print-documents.ts'
import { readDocuments } from '../tax/read-documents.ts'

interface InvoiceAttachment {
  readonly trx: Transaction
  readonly images: ImageStore
  readonly mail: Mail
  readonly orderId: string
}

/** The mail with the last invoice of its order as a PDF; the mail as it is for an order without one. */
export async function attachInvoice({ trx, images, mail, orderId }: InvoiceAttachment): Promise<Mail> {
  const invoice = (await readDocuments({ database: trx, orderId })).findLast(({ kind }) => kind !== 'credit note')
  if (!invoice) return mail
  const readSignature = (path: string) => readBrandOriginal({ images, path })
  const content = await buffer(await printDocuments({ documents: [invoice], format: 'a4', readSignature }))
  return { ...mail, attachments: [{ filename: nameDocumentFile(invoice.written), content, contentType: 'application/pdf' }] }
}
