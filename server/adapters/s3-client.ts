import { AwsClient } from 'aws4fetch'
import type { AwsCredentials } from './aws-credentials.ts'

/** After 429 and 5xx, with a growing delay. */
const retries = 3

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** URL of a store other than Amazon's */
  readonly endpoint: string | undefined
  readonly getCredentials: () => Promise<AwsCredentials>
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** of an object with its query, without the slash before it; empty for the bucket */
  readonly path: string
  /** a blob of a file is not read into memory */
  readonly body?: Buffer<ArrayBuffer> | Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** An error that the store answered: its name is the code, such as `NoSuchBucket`. */
class S3Error extends Error {
  constructor(code: string, status: number) {
    super(`The store answered ${status} ${code}`)
    this.name = code
  }
}

/** Self-hosted stores rarely have a host name for each bucket, and certificates cover no bucket with a dot. */
function toBucketUrl({ bucket, region, endpoint }: Pick<S3Options, 'bucket' | 'region' | 'endpoint'>): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`
  return bucket.includes('.') ? `https://s3.${region}.amazonaws.com/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** Sends signed requests to a bucket. They throw an error with the store's code as its name for every other status than 2xx. */
export function createS3Client({ getCredentials, ...place }: S3Options) {
  const bucketUrl = toBucketUrl(place)
  return async ({ method, path, body, headers = {}, signal }: S3Request): Promise<Response> => {
    const { accessKeyId, secretAccessKey, sessionToken } = await getCredentials()
    const client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region: place.region,
      retries,
    })
    const reply = await client.fetch(`${bucketUrl}/${path}`, { method, headers, signal, ...(body && { body }) })
    if (reply.ok) return reply
    throw new S3Error(/<Code>(\w+)<\/Code>/.exec(await reply.text())?.[1] ?? 'Error', reply.status)
  }
}

/** The reason of a failed `fetch`. */
export function findCause(fault: unknown): Error & { code?: string } {
  const { cause } = fault as Error
  return cause instanceof Error ? cause : (fault as Error)
}
