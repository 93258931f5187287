import { areaCalls } from '#contract/area-calls.ts'
import type { CallReply } from '#contract/contract.ts'
import * as screenTexts from '#contract/texts/screen-texts.ts'
import { ApiError } from '../../../../api/client.ts'
import { sendForm } from '../../../shared/upload-form.ts'
import { addOfflineHint } from '../../../shared/use-action.tsx'

export type ProductValues = {
  name: string
  description: string
  price: string
  mrp: string
  stock: string
  category: string
  image: File | undefined
  version: string
  focusX: string
  focusY: string
  draft?: 'yes' | undefined
  /** JSON; undefined for one stock */
  sizes?: string | undefined
}

export function createProduct({ values, key, onProgress }: { values: ProductValues; key: string; onProgress: (fraction: number) => void }) {
  const { version, ...draft } = values
  const { method, path } = areaCalls.createProduct
  return sendForm<CallReply<'createProduct'>>({ method, path, values: draft, key, onProgress })
}

export function editProduct({ id, values, onProgress }: { id: string; values: ProductValues; onProgress: (fraction: number) => void }) {
  const { stock, image, focusX, focusY, ...edit } = values
  const { method, path } = areaCalls.editProduct
  return sendForm<CallReply<'editProduct'>>({ method, path: path.replace(':id', encodeURIComponent(id)), values: edit, onProgress })
}

interface PictureUpload {
  productId: string
  image: File
  key: string
  onProgress: (fraction: number) => void
}

export function addPicture({ productId, image, key, onProgress }: PictureUpload) {
  const { method, path } = areaCalls.addProductPicture
  const filled = path.replace(':id', encodeURIComponent(productId))
  return sendForm<CallReply<'addProductPicture'>>({ method, path: filled, values: { image }, key, onProgress })
}

/** The server's message, or a text of spec §8. */
export function describeUploadError(error: unknown): string {
  if (!(error instanceof ApiError)) return addOfflineHint(screenTexts.uploadError)
  return error.code === 'unknown' ? screenTexts.uploadFailed : error.message
}
