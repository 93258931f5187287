import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { ImageStore } from '../products/image-store.ts'

const connectTimeoutMs = 5_000
const responseTimeoutMs = 15_000

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** URL of a store other than Amazon's */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Stores images in a private bucket that several servers share. Shoppers get them from the shop. */
export function createS3Images({ bucket, region, endpoint, ...credentials }: S3Options, timeoutMs = responseTimeoutMs): ImageStore {
  const disk = new Disk(
    new S3Driver({
      bucket,
      region,
      credentials,
      // Self-hosted stores rarely have a host name for each bucket.
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      visibility: 'private',
      // Buckets are private by default; many stores and new Amazon buckets reject ACLs.
      supportsACL: false,
      // Not every store knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: timeoutMs,
        // For a response that stops in the middle.
        socketTimeout: timeoutMs,
        throwOnRequestTimeout: true,
      },
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
    // S3 writes are atomic.
    write: (key, bytes) => disk.put(key, bytes),
  }
}

/** The error of the store itself, which flydrive wraps. */
export function findCause(fault: unknown): Error {
  const { cause } = fault as Error
  return cause instanceof Error ? cause : (fault as Error)
}
