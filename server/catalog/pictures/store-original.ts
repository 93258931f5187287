import { createHash } from 'node:crypto'
import { toSlug } from '#contract/catalog/product-url.ts'
import { type ImageStore, originalKey } from './image-store.ts'

/** Stores the image that all variants are made from. Returns its key, which contains a hash: a key never names another image. */
export async function storeOriginal({ images, name, original }: { images: ImageStore; name: string; original: Buffer }): Promise<string> {
  // A name without Latin letters has no slug.
  const slug = toSlug(name).slice(0, 80) || 'product'
  const imageKey = `${slug}-${createHash('sha256').update(original).digest('hex').slice(0, 8)}`
  await images.write(originalKey(imageKey), original)
  return imageKey
}
