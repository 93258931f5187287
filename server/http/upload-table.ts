import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { AppError } from '../kernel/errors.ts'
import { refuseMalformedForms } from './upload.ts'

const bytesPerMegabyte = 1024 * 1024
const limits = {
  file: { megabytes: importLimits.csvMegabytes, reason: importTexts.csvTooLarge },
  zip: { megabytes: importLimits.zipMegabytes, reason: importTexts.zipTooLarge },
} as const

/** Lets the routes of `api` take one file, `file` or `zip`, which stays on the disk until the reply is sent. */
export async function acceptFiles(api: FastifyInstance): Promise<void> {
  const temporaryFiles = new WeakMap<FastifyRequest, string>()

  async function receive(this: FastifyRequest, part: MultipartFile): Promise<void> {
    const limit = part.fieldname === 'file' || part.fieldname === 'zip' ? limits[part.fieldname] : undefined
    // Unknown fields are ignored, as in JSON bodies.
    if (!limit || temporaryFiles.has(this)) return void part.file.resume()
    const path = join(tmpdir(), `upload-${randomUUID()}`)
    temporaryFiles.set(this, path)
    await pipeline(part.file, createWriteStream(path))
    const blob = await openAsBlob(path)
    if (part.file.truncated || blob.size > limit.megabytes * bytesPerMegabyte) {
      throw new AppError('file_too_large', { reason: limit.reason, fields: { [part.fieldname]: limit.reason } })
    }
    Object.assign(part, { value: new File([blob], part.filename ?? '') })
  }

  await api.register(multipart, {
    attachFieldsToBody: 'keyValues',
    onFile: receive,
    throwFileSizeLimit: false,
    limits: { fileSize: importLimits.zipMegabytes * bytesPerMegabyte + 1, files: 10, fields: 100, fieldSize: 32 * 1024, parts: 110 },
  })
  refuseMalformedForms(api)
  api.addHook('onResponse', async (request) => {
    const path = temporaryFiles.get(request)
    if (path !== undefined) await rm(path, { force: true })
  })
}
