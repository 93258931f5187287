import { join } from 'node:path'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import type { Settings } from '../kernel/settings.ts'
import { StartupError } from '../kernel/startup-error.ts'
import { createRoleCredentials } from './aws-credentials.ts'
import { createDiskImages } from './images-disk.ts'
import { createS3Images } from './images-s3.ts'
import { findCause } from './s3-client.ts'

type ImageSettings = Pick<Settings, 'IMAGE_STORE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'DATA_DIR'>

interface ImageStoreOptions {
  readonly settings: ImageSettings
  /** where AWS says which role the server has, when the settings have no keys */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** The image store of the settings: an S3 bucket, or a folder in DATA_DIR. Throws `StartupError`. */
export async function createImageStore({ settings, environment = process.env }: ImageStoreOptions): Promise<ImageStore> {
  const { IMAGE_STORE: bucketUrl, DATA_DIR, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!bucketUrl) return createDiskImages({ folder: join(DATA_DIR, 'images') })
  const keys = accessKeyId && secretAccessKey && { accessKeyId, secretAccessKey, sessionToken: settings.AWS_SESSION_TOKEN }
  const getCredentials = keys ? async () => keys : createRoleCredentials({ environment, region: bucketUrl.region })
  await getCredentials().catch((fault: unknown) => {
    throw new StartupError(
      `Setting IMAGE_STORE: no AWS credentials (${findCause(fault).message}). Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the server an IAM role.`,
    )
  })
  const images = createS3Images({ ...bucketUrl, getCredentials })
  try {
    // Checks the permissions to write, to read, and to see that a key does not exist.
    await images.write('checks/start', Buffer.from('ok'))
    await images.read('checks/nothing')
  } catch (fault) {
    throw new StartupError(
      describeError({ bucket: bucketUrl.bucket, where: bucketUrl.endpoint ?? bucketUrl.region, cause: findCause(fault) }),
    )
  }
  return images
}

function describeError({ bucket, where, cause }: { bucket: string; where: string; cause: Error & { code?: string } }): string {
  const code = cause.code ?? (cause.name === 'Error' ? cause.message : cause.name)
  if (code === 'NoSuchBucket') return `Setting IMAGE_STORE: there is no bucket ${bucket} at ${where}. Create it, or correct the name.`
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return `Setting AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is unknown at ${where} (${code}). Copy both again, without spaces.`
  if (code === 'ExpiredToken' || code === 'InvalidToken')
    return `Setting AWS_SESSION_TOKEN is not valid any more at ${where} (${code}). Set the three AWS_ settings again, or use an IAM role.`
  if (code === 'AccessDenied')
    return `Setting IMAGE_STORE: these keys may not list, read and write the bucket ${bucket} at ${where} (${code}). Allow it there.`
  return `Setting IMAGE_STORE: the bucket ${bucket} at ${where} does not answer (${code}). Check endpoint and region, and that it runs.`
}
