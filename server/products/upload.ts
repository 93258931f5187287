import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { uploads } from '#contract/business.ts'
import { errorText } from '#contract/errors.ts'
import { AppError } from '../errors.ts'

const megabyte = 1024 * 1024

/** The framework's own refusal of a file beyond the limit. */
const isTooLarge = (fault: unknown): boolean => (fault as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'

/** What the reader of forms says, without a code, of one that ends too early or is none. */
const isMalformed = (fault: Error): boolean => /multipart data|^Multipart: |^The needle /.test(fault.message)

async function readFile(part: MultipartFile): Promise<void> {
  // What no call of ours knows is ignored, as in other bodies.
  if (part.fieldname !== 'image') return void part.file.resume()
  try {
    const bytes = await part.toBuffer()
    // As a File, which is what the browser sent and what the contract names.
    Object.assign(part, { value: new File([new Uint8Array(bytes)], part.filename ?? '', { type: part.mimetype }) })
  } catch (fault) {
    if (!isTooLarge(fault)) throw fault
    throw new AppError('image_too_large', { fields: { image: errorText('image_too_large') } })
  }
}

/** Lets the routes of this part of the API take forms with one picture. Read after the session's role was checked. */
export async function acceptUploads(api: FastifyInstance): Promise<void> {
  await api.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile: readFile,
    limits: { fileSize: uploads.limitMegabytes * megabyte, files: 10, fields: 100, fieldSize: 32 * 1024, parts: 110 },
  })
  api.setErrorHandler<Error>((fault) => {
    throw isMalformed(fault) ? new AppError('invalid_request') : fault
  })
}
