import { hash } from 'node:crypto'
import sharp from 'sharp'
import { type ImageStore, originalKey } from '../catalog/pictures/image-store.ts'
import { hasImageSignature, imageError } from '../catalog/pictures/normalise-image.ts'

const maxPixels = 30_000_000
const timeoutSeconds = 20
const maxLength = 1024
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

interface BrandFile {
  readonly width: number
  readonly height: number
  /** how much of the width and height the picture takes: Android cuts a circle out of the maskable icon */
  readonly share: number
  readonly ground: string | typeof transparent
}

const square = ({ size, share = 1, ground = transparent }: { size: number; share?: number; ground?: BrandFile['ground'] }): BrandFile => ({
  width: size,
  height: size,
  share,
  ground,
})

/** The files of a logo or an icon: header, browser tab, iPhone, the manifest's sizes. */
const brandFiles: Readonly<Record<string, BrandFile>> = {
  // Twice the largest size at which the header shows it.
  'logo.png': { width: 480, height: 120, share: 1, ground: transparent },
  'icon-32.png': square({ size: 32 }),
  'icon-180.png': square({ size: 180, share: 0.86, ground: '#ffffff' }),
  'icon-192.png': square({ size: 192 }),
  'icon-512.png': square({ size: 512 }),
  'icon-maskable-512.png': square({ size: 512, share: 0.7, ground: '#ffffff' }),
}

/** The key under which backups find the original of a folder. */
const toImageKey = (folder: string): string => `brand-${folder}`

/**
 * Stores a logo or an icon. Returns the path of its files, such as `/brand/0123456789abcdef`.
 * @throws AppError image_type, image_damaged, image_too_many_pixels
 */
export async function storeBrandImage({ images, upload }: { images: ImageStore; upload: Buffer }): Promise<string> {
  if (!hasImageSignature(upload)) throw imageError('image_type')
  const folder = hash('sha256', upload, 'hex').slice(0, 16)
  const original = await sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width: maxLength, height: maxLength, fit: 'inside', withoutEnlargement: true })
    .webp({ lossless: true })
    .toBuffer()
    .catch((error: Error) => {
      throw imageError(/pixel limit/i.test(error.message) ? 'image_too_many_pixels' : 'image_damaged')
    })
  await images.write(originalKey(toImageKey(folder)), original)
  return `/brand/${folder}`
}

/** The picture of a path such as `/brand/0123456789abcdef`, as it is stored. Undefined for an unknown one. */
export const readBrandOriginal = ({ images, path }: { images: ImageStore; path: string }): Promise<Buffer | undefined> =>
  images.read(originalKey(toImageKey(path.replace('/brand/', ''))))

/** One file of a logo or an icon as PNG, which is drawn when it is first asked for. Undefined for an unknown one. */
export async function readBrandFile({ images, folder, file }: { images: ImageStore; folder: string; file: string }) {
  const target = Object.hasOwn(brandFiles, file) ? brandFiles[file] : undefined
  if (target === undefined || !/^[0-9a-f]{16}$/.test(folder)) return undefined
  const key = `derived/${toImageKey(folder)}/${file}`
  const drawn = await images.read(key)
  if (drawn) return drawn
  const original = await images.read(originalKey(toImageKey(folder)))
  if (!original) return undefined
  const bytes = await draw({ original, target })
  await images.write(key, bytes)
  return bytes
}

async function draw({ original, target: { width, height, share, ground } }: { original: Buffer; target: BrandFile }): Promise<Buffer> {
  const inner = { width: Math.round(width * share), height: Math.round(height * share) }
  const picture = await sharp(original)
    .resize({ ...inner, fit: 'contain', position: width === height ? 'centre' : 'left', background: transparent })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 4, background: ground } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png()
    .toBuffer()
}
