import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { ImageStore } from '../products/image-store.ts'

/** Milliseconds. A shopper waits for the picture: better a clear fault than a page that never ends. */
const connectWithin = 5_000
const answerWithin = 15_000

export interface S3Place {
  readonly bucket: string
  readonly region: string
  /** of a store that is not Amazon's */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Pictures in a bucket, which any number of servers share. The bucket stays private: shoppers get them from the shop. */
export function createS3Images({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Place, patience = answerWithin): ImageStore {
  const disk = new Disk(
    new S3Driver({
      bucket,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // A store of one's own seldom has a name for each bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      visibility: 'private',
      // Buckets are private by themselves; many stores, and new buckets of Amazon's, refuse to hear of it.
      supportsACL: false,
      // Newer checksums are not known to every store; the connection and the signature guard the bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // The second is for an answer that stops in its middle.
      requestHandler: { connectionTimeout: connectWithin, requestTimeout: patience, socketTimeout: patience, throwOnRequestTimeout: true },
    }),
  )
  return {
    async read(key) {
      try {
        return Buffer.from(await disk.getBytes(key))
      } catch (fault) {
        if (findCause(fault).name === 'NoSuchKey') return undefined
        throw fault
      }
    },
    // A bucket shows an object when it is whole, and never before.
    write: (key, bytes) => disk.put(key, bytes),
  }
}

/** What the store itself said; the disk wraps it. */
export function findCause(fault: unknown): Error {
  const { cause } = fault as Error
  return cause instanceof Error ? cause : (fault as Error)
}
