import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { AppError } from '../../kernel/errors.ts'
import { chooseCanvas, describeEdge, maxLength } from './image-rules.ts'
import { loadSharp } from './load-sharp.ts'

const maxPixels = uploads.maxMegapixels * 1_000_000
const timeoutSeconds = 20

/** Length of the longest signature. */
export const signatureBytes = 12

/** File signatures of the accepted formats. Other formats do not reach a decoder: an SVG can run scripts. */
const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)),
  (bytes) => /^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12)),
]

/** Whether the first bytes of a file are those of an accepted format. */
export const hasImageSignature = (bytes: Buffer): boolean => signatures.some((matches) => matches(bytes))

// One at a time, because a decoded image takes up to 200 MB.
const limit = pLimit(1)

type SharpModule = Awaited<ReturnType<typeof loadSharp>>

export interface NormalisedImage {
  readonly bytes: Buffer
  /** #rrggbb of the image's edge, shown until the image is loaded */
  readonly placeholderColor: string
}

/**
 * Converts an upload to the WebP original of all variants: upright, without metadata, at most 3000 pixels long. The variants are
 * cropped to 4:5; only an image on a plain ground is extended to 4:5 here.
 * @throws AppError 415 for another format than PNG, JPEG, GIF or WebP.
 * @throws AppError 400 for a damaged image or one with too many pixels.
 */
export async function normaliseImage(upload: Buffer): Promise<NormalisedImage> {
  return decodeSafely(upload, (sharp) => resizeAndEncode({ sharp, upload }))
}

/** The longest side of a photo: enough to see a fault, and quick to load on a phone. */
const maxPhotoLength = 1_600

/** Converts an upload to an upright WebP file without metadata, not cropped. Throws as `normaliseImage` does. */
export function normalisePhoto(upload: Buffer): Promise<Buffer> {
  return decodeSafely(upload, (sharp) =>
    readUpload(sharp(upload, decoding), maxPhotoLength).flatten({ background: '#ffffff' }).webp({ quality: 80, effort: 4 }).toBuffer(),
  )
}

/** Throws as `normaliseImage` does. */
async function decodeSafely<Result>(upload: Buffer, decode: (sharp: SharpModule) => Promise<Result>): Promise<Result> {
  if (!hasImageSignature(upload)) throw imageError('image_type')
  const sharp = await loadSharp()
  try {
    return await limit(() => decode(sharp))
  } catch (error) {
    const isTooLarge = /pixel limit/i.test((error as Error).message)
    throw imageError(isTooLarge ? 'image_too_many_pixels' : 'image_damaged')
  }
}

type ImageErrorCode = 'image_type' | 'image_too_many_pixels' | 'image_damaged' | 'image_not_kept'

/** An error that the form shows at its image field. */
export function imageError(code: ImageErrorCode, options: { retryAfterSeconds?: number } = {}): AppError<ImageErrorCode> {
  return new AppError(code, { ...options, field: 'image' })
}

const decoding = { limitInputPixels: maxPixels, failOn: 'error' } as const

/** An upload, upright and not longer than `length` pixels. */
const readUpload = (upload: Sharp, length: number): Sharp =>
  upload
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: length, height: length, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')

async function resizeAndEncode({ sharp, upload }: { sharp: SharpModule; upload: Buffer }): Promise<NormalisedImage> {
  const upright = await readUpload(sharp(upload, decoding), maxLength).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const decoded = () => sharp(upright.data, { raw: { width, height, channels: 4 } })
  const thumbnail = { width: 32, height: 40 }
  const pixels = await decoded()
    .resize({ ...thumbnail, fit: 'fill' })
    .raw()
    .toBuffer()
  const { color: placeholderColor, isPlain } = describeEdge({ ...thumbnail, pixels })
  const canvas = isPlain ? chooseCanvas({ width, height }) : undefined
  const image = decoded()
  if (canvas) image.resize({ ...canvas, fit: 'contain', background: placeholderColor, kernel: 'lanczos3' })
  const bytes = await image.flatten({ background: placeholderColor }).webp({ quality: 86, effort: 4 }).toBuffer()
  return { bytes, placeholderColor }
}
