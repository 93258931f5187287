import type { z } from 'zod'
import type { productDraft, productEdit } from '#contract/catalog/admin-products.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../../../api/client.ts'
import { sendForm } from '../../../../orders/shared/send-form.ts'
import { addOfflineHint } from '../../../kit/use-action.tsx'

type Draft = z.input<typeof productDraft>

/** The values of the form: those of a new product and of a changed one. `sizes` is JSON; undefined for one stock. */
export type ProductValues = Omit<Draft, 'image'> & Pick<z.input<typeof productEdit>, 'image' | 'version'>

export function createProduct({ values, key, onProgress }: { values: ProductValues; key: string; onProgress: (fraction: number) => void }) {
  const { version, ...draft } = values
  return sendForm({ route: 'POST /products/createProduct', values: draft, key, onProgress })
}

export function editProduct({ id, values, onProgress }: { id: string; values: ProductValues; onProgress: (fraction: number) => void }) {
  const { stock, image, focusX, focusY, ...edit } = values
  return sendForm({ route: 'PATCH /products/:id', params: { id }, values: edit, onProgress })
}

interface PictureUpload {
  productId: string
  image: File
  key: string
  onProgress: (fraction: number) => void
}

export function addPicture({ productId, image, key, onProgress }: PictureUpload) {
  return sendForm({ route: 'POST /products/:id/pictures', params: { id: productId }, values: { image }, key, onProgress })
}

/** The server's message, or a text of spec §8. */
export function describeUploadError(error: unknown): string {
  if (!(error instanceof ApiError)) return addOfflineHint(screenTexts.uploadError)
  return error.code === 'unknown' ? screenTexts.uploadFailed : error.message
}
