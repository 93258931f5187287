import pLimit from 'p-limit'
import sharp, { type AvifOptions, type JpegOptions, type WebpOptions } from 'sharp'
import type { ImageFormat } from '#contract/images.ts'
import { type ImageStore, originalKey, variantKey } from './image-store.ts'

const encoding: { avif: AvifOptions; webp: WebpOptions; jpeg: JpegOptions } = {
  // The first visitor waits for the encoder: little effort makes the file only a few per cent larger.
  avif: { quality: 52, effort: 2 },
  webp: { quality: 76, effort: 4 },
  jpeg: { quality: 78, mozjpeg: true },
}

// One thread for each of two images leaves time for other requests on a machine with two cores.
sharp.concurrency(1)
const concurrency = 2

export interface ImageVariant {
  readonly imageKey: string
  /** pixels */
  readonly width: number
  readonly format: ImageFormat
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
    const { width, format } = variant
    const bytes = await limit(() => sharp(original).resize({ width }).toFormat(format, encoding[format]).toBuffer())
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
