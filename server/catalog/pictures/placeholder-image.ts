import type { StoredImage } from '../product/insert-products.ts'
import type { ImageStore } from './image-store.ts'
import { loadSharp } from './load-sharp.ts'
import { storeOriginal } from './store-original.ts'

/** The source of the picture that stands for a missing one. */
export const placeholderSource = 'placeholder'

const backdrop = '#e8e0d4'

/** A clothes hanger on a plain ground. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 240 300">
  <rect width="240" height="300" fill="${backdrop}"/>
  <g transform="translate(60 112)" fill="none" stroke="#9a8f80" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">
    <path d="M60 30 V24 C60 20 69 19 69 12 A8.5 8.5 0 0 0 52 12"/>
    <path d="M60 30 L110 58 Q116 64 108 66 H12 Q4 64 10 58 Z"/>
  </g>
</svg>`

/** Stores the picture of a product that has none yet. */
export async function storePlaceholder({ images }: { images: ImageStore }): Promise<StoredImage> {
  const sharp = await loadSharp()
  const original = await sharp(Buffer.from(drawing)).webp({ quality: 86 }).toBuffer()
  return { imageKey: await storeOriginal({ images, name: 'no picture', original }), placeholderColor: backdrop }
}
