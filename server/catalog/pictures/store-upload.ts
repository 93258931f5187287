import type { FocalPoint } from '#contract/catalog/pictures/images.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { StoredImage } from '../product/insert-products.ts'
import { setFocalPoint } from './focal-point.ts'
import type { ImageStore } from './image-store.ts'
import { imageError, normaliseImage } from './normalise-image.ts'
import { storeOriginal } from './store-original.ts'

const retryAfterSeconds = 30

interface ImageUpload {
  readonly images: ImageStore
  /** the name of the product */
  readonly name: string
  readonly upload: Buffer
  readonly focus: FocalPoint
  readonly log: Pick<Logger, 'error'>
}

/** Normalises an uploaded image and stores it. Throws `AppError`: those of `normaliseImage`, and 503 when it could not be stored. */
export async function storeUpload({ images, name, upload, focus, log }: ImageUpload): Promise<StoredImage> {
  const { bytes, placeholderColor } = await normaliseImage(upload)
  try {
    const imageKey = await storeOriginal({ images, name, original: bytes })
    return { imageKey: setFocalPoint({ imageKey, focus }), placeholderColor }
  } catch (err) {
    log.error({ err }, 'storing a product image failed')
    throw imageError('image_not_kept', { retryAfterSeconds })
  }
}
