import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { AppError } from '../kernel/errors.ts'

const bytesPerMegabyte = 1024 * 1024

const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'

/** Busboy reports an incomplete or malformed form without an error code. */
const isMalformed = (error: Error): boolean => /multipart data|^Multipart: |^The needle /.test(error.message)

interface FileField {
  readonly name: string
  readonly maxMegabytes: number
  /** the error of a larger file */
  readonly tooLarge: 'image_too_large' | 'video_too_large'
}

const imageField: FileField = { name: 'image', maxMegabytes: uploads.maxMegabytes, tooLarge: 'image_too_large' }

async function readFile({ part, field }: { part: MultipartFile; field: FileField }): Promise<void> {
  // Unknown fields are ignored, as in JSON bodies.
  if (part.fieldname !== field.name) return void part.file.resume()
  try {
    const bytes = await part.toBuffer()
    // The contract's schema expects a File.
    Object.assign(part, { value: new File([new Uint8Array(bytes)], part.filename ?? '', { type: part.mimetype }) })
  } catch (error) {
    if (!isTooLarge(error)) throw error
    throw new AppError(field.tooLarge, { field: field.name })
  }
}

/** Lets the routes of `api` take forms with one image, or another file. The body is parsed after the user's role has been checked. */
export async function acceptUploads(
  api: FastifyInstance,
  { maxFiles = 10, field = imageField }: { maxFiles?: number; field?: FileField } = {},
): Promise<void> {
  await api.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile: (part) => readFile({ part, field }),
    limits: { fileSize: field.maxMegabytes * bytesPerMegabyte, files: maxFiles, fields: 100, fieldSize: 32 * 1024, parts: 110 },
  })
  refuseMalformedForms(api)
}

/** Answers 400 to a form that is incomplete or malformed. */
export function refuseMalformedForms(api: FastifyInstance): void {
  api.setErrorHandler<Error>((error) => {
    throw isMalformed(error) ? new AppError('invalid_request') : error
  })
}
