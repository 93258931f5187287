import { areaCalls } from '#contract/area-calls.ts'
import { apiBase } from '#contract/calls.ts'
import type { CallReply } from '#contract/contract.ts'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { endSession } from '../../auth/session.ts'
import { addOfflineHint } from '../use-action.tsx'

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

/** Longer than for other calls, because of large images and slow connections. */
const uploadTimeoutMs = 120_000

/** Sends a form and reports the upload progress from 0 to 1, which fetch cannot. Throws like `call`. */
export function sendForm<Reply>({
  method,
  path,
  values,
  key,
  onProgress,
}: {
  method: string
  path: string
  values: Readonly<Record<string, string | File | undefined>>
  key?: string
  onProgress: (fraction: number) => void
}): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.append(name, value)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, apiBase + path)
    request.responseType = 'json'
    request.timeout = uploadTimeoutMs
    if (key !== undefined) request.setRequestHeader('idempotency-key', key)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new NetworkError('network'))
    request.ontimeout = () => reject(new NetworkError('timeout'))
    request.onload = () => {
      const { status, response: body } = request
      if (status === 401) endSession()
      if (status >= 400) reject(new ApiError({ status, body }))
      else if (body === null) reject(new NetworkError('invalid'))
      else resolve(body as Reply)
    }
    request.send(form)
  })
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
