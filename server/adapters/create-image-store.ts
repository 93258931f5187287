import { join } from 'node:path'
import type { ImageStore } from '../products/image-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { createDiskImages } from './images-disk.ts'

type ImageSettings = Pick<Settings, 'IMAGE_STORE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'DATA_DIR'>

/** The image store of the settings: an S3 bucket, or a folder in DATA_DIR. Throws `StartupError`. */
export async function createImageStore({ settings }: { settings: ImageSettings }): Promise<ImageStore> {
  const { IMAGE_STORE: bucketUrl, AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '', DATA_DIR } = settings
  if (!bucketUrl) return createDiskImages({ folder: join(DATA_DIR, 'images') })
  // The AWS SDK is slow to load.
  const { createS3Images, findCause } = await import('./images-s3.ts')
  const images = createS3Images({ ...bucketUrl, accessKeyId, secretAccessKey })
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
  const code = (cause.code ?? cause.name) || cause.message
  if (code === 'NoSuchBucket') return `Setting IMAGE_STORE: there is no bucket ${bucket} at ${where}. Create it, or correct the name.`
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return `Setting AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is unknown at ${where} (${code}). Copy both again, without spaces.`
  if (code === 'AccessDenied')
    return `Setting IMAGE_STORE: these keys may not list, read and write the bucket ${bucket} at ${where} (${code}). Allow it there.`
  return `Setting IMAGE_STORE: the bucket ${bucket} at ${where} does not answer (${code}). Check endpoint and region, and that it runs.`
}
