import sharp from 'sharp'
import { errorText } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Box, chooseCanvas, pickEdgeColour } from './image-rules.ts'

/** Pixels that an upload may have: a small file can claim to be a very large picture. */
const mostPixels = 50_000_000
/** Seconds that one picture may cost. */
const mostSeconds = 20

/** The first bytes decide what a file is, never its name. What is not one of these does not reach a decoder: an SVG runs, a TIFF unfolds. */
const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => /^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12)),
]

// A decoded picture is up to 200 MB: one at a time, however many are sent.
const semaphore = createSemaphore({ concurrency: 1 })

export interface NormalisedImage {
  readonly bytes: Buffer
  /** #rrggbb of the picture's edge, shown until it is there */
  readonly backdrop: string
}

/**
 * Makes of an upload the WebP master that all widths come from: upright, without metadata, 4:5 and at most 1200 × 1500.
 * Throws `AppError`: 415 for what is no PNG, JPEG, GIF or WebP, 400 for a damaged picture or one of too many pixels.
 */
export async function normaliseImage(upload: Buffer): Promise<NormalisedImage> {
  if (!signatures.some((matches) => matches(upload))) throw imageError('image_type')
  try {
    return await semaphore.run(() => resizeAndEncode(upload))
  } catch (fault) {
    const pixels = /pixel limit/i.test((fault as Error).message)
    throw imageError(pixels ? 'image_too_many_pixels' : 'image_damaged')
  }
}

type ImageErrorCode = 'image_type' | 'image_too_many_pixels' | 'image_damaged' | 'image_not_kept'

/** An error that the form shows at its image field. */
export function imageError(code: ImageErrorCode, options: { retryAfterSeconds?: number } = {}): AppError<ImageErrorCode> {
  return new AppError(code, { ...options, fields: { image: errorText(code) } })
}

async function resizeAndEncode(upload: Buffer): Promise<NormalisedImage> {
  const upright = await sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const decoded = () => sharp(upright.data, { raw: { width, height, channels: 4 } })
  const edge = await decoded().resize({ width: 32, height: 40, fit: 'fill' }).raw().toBuffer()
  const backdrop = pickEdgeColour({ pixels: edge, width: 32, height: 40 })
  const canvas: Box & { fit: 'cover' | 'contain' } = chooseCanvas({ width, height })
  const bytes = await decoded()
    .resize({ ...canvas, background: backdrop, kernel: 'lanczos3' })
    .flatten({ background: backdrop })
    .webp({ quality: 86, effort: 4 })
    .toBuffer()
  return { bytes, backdrop }
}
