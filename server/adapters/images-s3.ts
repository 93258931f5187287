import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { AwsCredentials } from './aws-credentials.ts'

/** Also for a response that stops in the middle. */
const responseTimeoutMs = 15_000

/** After 429 and 5xx, with a growing delay. */
const retries = 3

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** URL of a store other than Amazon's */
  readonly endpoint: string | undefined
  readonly getCredentials: () => Promise<AwsCredentials>
}

/** An error that the store answered, such as `NoSuchBucket`. */
class S3Error extends Error {
  constructor(code: string, status: number) {
    super(`The image store answered ${status} ${code}`)
    this.name = code
  }
}

/** Self-hosted stores rarely have a host name for each bucket, and certificates cover no bucket with a dot. */
function toBucketUrl({ bucket, region, endpoint }: Pick<S3Options, 'bucket' | 'region' | 'endpoint'>): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`
  return bucket.includes('.') ? `https://s3.${region}.amazonaws.com/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** Stores images in a private bucket that several servers share. Shoppers get them from the shop. */
export function createS3Images({ getCredentials, ...place }: S3Options, timeoutMs = responseTimeoutMs): ImageStore {
  const bucketUrl = toBucketUrl(place)

  async function send({
    method,
    key,
    body,
  }: {
    method: 'GET' | 'PUT' | 'DELETE'
    key: string
    body?: Buffer<ArrayBuffer>
  }): Promise<Buffer> {
    const { accessKeyId, secretAccessKey, sessionToken } = await getCredentials()
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region: place.region,
      retries,
    })
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    }
    const reply = await client.fetch(`${bucketUrl}/${key}`, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body }),
    })
    const answer = Buffer.from(await reply.arrayBuffer())
    if (reply.ok) return answer
    throw new S3Error(/<Code>(\w+)<\/Code>/.exec(String(answer))?.[1] ?? 'Error', reply.status)
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
