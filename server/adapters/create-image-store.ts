import { join } from 'node:path'
import type { ImageStore } from '../products/image-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { createDiskImages } from './images-disk.ts'

type ImageSettings = Pick<Settings, 'IMAGE_STORE' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'DATA_DIR'>

/** The pictures' place of the settings: a bucket, or a folder of this machine. Throws `StartProblem`. */
export async function createImageStore({ settings }: { settings: ImageSettings }): Promise<ImageStore> {
  const { IMAGE_STORE: place, AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '', DATA_DIR } = settings
  if (!place) return createDiskImages({ folder: join(DATA_DIR, 'images') })
  // Loaded when it is asked for: a shop on a disk starts without it.
  const { createS3Images, findCause } = await import('./images-s3.ts')
  const images = createS3Images({ ...place, accessKeyId, secretAccessKey })
  try {
    // What the shop will do: write, and be told that there is nothing under a key.
    await images.write('checks/start', Buffer.from('ok'))
    await images.read('checks/nothing')
  } catch (fault) {
    throw new StartupError(explain({ bucket: place.bucket, where: place.endpoint ?? place.region, cause: findCause(fault) }))
  }
  return images
}

function explain({ bucket, where, cause }: { bucket: string; where: string; cause: Error & { code?: string } }): string {
  const said = (cause.code ?? cause.name) || cause.message
  if (said === 'NoSuchBucket') return `Setting IMAGE_STORE: there is no bucket ${bucket} at ${where}. Create it, or correct the name.`
  if (said === 'InvalidAccessKeyId' || said === 'SignatureDoesNotMatch')
    return `Setting AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not known at ${where} (${said}). Copy both again, without spaces.`
  if (said === 'AccessDenied')
    return `Setting IMAGE_STORE: these keys may not list, read and write the bucket ${bucket} at ${where} (${said}). Allow it there.`
  return `Setting IMAGE_STORE: the bucket ${bucket} at ${where} does not answer (${said}). Check endpoint and region, and that it runs.`
}
