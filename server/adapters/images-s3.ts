import { createHash } from 'node:crypto'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { createS3Client, type S3Options } from './s3-client.ts'

/** Also for a response that stops in the middle. */
const responseTimeoutMs = 15_000

interface ImageRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly key: string
  readonly body?: Buffer<ArrayBuffer>
}

/** Stores images in a private bucket that several servers share. Shoppers get them from the shop. */
export function createS3Images(options: S3Options, timeoutMs = responseTimeoutMs): ImageStore {
  const request = createS3Client(options)

  async function send({ method, key, body }: ImageRequest): Promise<Buffer> {
    const hash = createHash('sha256').update(body ?? '')
    const headers = { 'x-amz-content-sha256': hash.digest('hex') }
    const reply = await request({ method, path: key, headers, signal: AbortSignal.timeout(timeoutMs), ...(body && { body }) })
    return Buffer.from(await reply.arrayBuffer())
  }

  return {
    async read(key) {
      try {
        return await send({ method: 'GET', key })
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined
        throw error
      }
    },
    // S3 writes are atomic.
    write: async (key, bytes) => void (await send({ method: 'PUT', key, body: Buffer.from(bytes) })),
    // S3 answers the same for a key that does not exist.
    remove: async (key) => void (await send({ method: 'DELETE', key })),
  }
}
