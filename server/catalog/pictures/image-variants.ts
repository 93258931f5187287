import pLimit from 'p-limit'
import type { AvifOptions, JpegOptions, WebpOptions } from 'sharp'
import { chooseCrop } from '#contract/catalog/pictures/choose-crop.ts'
import { aspectRatio, type ImageFormat } from '#contract/catalog/pictures/images.ts'
import { parseImageKey } from './focal-point.ts'
import { type ImageStore, originalKey, variantKey } from './image-store.ts'
import { loadSharp } from './load-sharp.ts'

const encoding: { avif: AvifOptions; webp: WebpOptions; jpeg: JpegOptions } = {
  // The first visitor waits for the encoder. Pictures of the demo in 640 px: 0.3 s and 15.6 KB with quality 52 and effort 2; 0.5 s and
  // 12.7 KB with these, as close to the original (PSNR); effort 4 takes 2 s and saves 5 % more.
  avif: { quality: 50, effort: 3 },
  webp: { quality: 76, effort: 4 },
  jpeg: { quality: 78, mozjpeg: true },
}

const concurrency = 2

export interface ImageVariant {
  readonly imageKey: string
  /** pixels, or the whole image instead of its 4:5 crop */
  readonly width: number | 'whole'
  readonly format: ImageFormat
}

const wholeSize = { width: 800, height: 800 }

/** Never larger than the original. */
async function encode({ variant: { imageKey, width, format }, original }: { variant: ImageVariant; original: Buffer }): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(original)
  if (width === 'whole') {
    image.resize({ ...wholeSize, fit: 'inside', withoutEnlargement: true })
  } else {
    const crop = chooseCrop({ ...(await image.metadata()), focus: parseImageKey(imageKey).focus })
    const outputWidth = Math.min(width, crop.width)
    image.extract(crop).resize({ width: outputWidth, height: Math.round(outputWidth / aspectRatio), fit: 'fill' })
  }
  return image.toFormat(format, encoding[format]).toBuffer()
}

/** Makes each width and format of an image on its first request and stores it. */
export function createImageVariants({ images, onWriteError }: { images: ImageStore; onWriteError: (error: unknown) => void }) {
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  const limit = pLimit(concurrency)

  async function load({ variant, key }: { variant: ImageVariant; key: string }): Promise<Buffer | undefined> {
    const stored = await images.read(key)
    if (stored) return stored
    const original = await images.read(originalKey(variant.imageKey))
    if (!original) return undefined
    const bytes = await limit(() => encode({ variant, original }))
    // A variant that cannot be stored is made again next time.
    await images.write(key, bytes).catch(onWriteError)
    return bytes
  }

  return {
    /** The bytes of a variant; undefined when there is no such image. Concurrent calls for one variant share the work. */
    get(variant: ImageVariant): Promise<Buffer | undefined> {
      const key = variantKey(variant)
      const loading = inFlight.get(key) ?? load({ variant, key }).finally(() => inFlight.delete(key))
      inFlight.set(key, loading)
      return loading
    },
  }
}
