import { hash } from 'node:crypto'
import { type ImageStore, originalKey } from '../catalog/pictures/image-store.ts'
import { loadSharp } from '../catalog/pictures/load-sharp.ts'
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
  const sharp = await loadSharp()
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
  const bytes = await draw({ original, target, file })
  await images.write(key, bytes)
  return bytes
}

/** Grounds of logos that are too dark for a dark page or too light for a light one. */
export const plates = { light: '#faf5ec', dark: '#1a1511' } as const
/** Mean luminances with a contrast of 2.5 to a dark page and of 1.8 to a light one. */
const readable = { min: 0.095, max: 0.49 } as const
const platePadding = 12

const toLinear = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)

/** The ground that a logo needs on pages of both schemes; undefined for one that is read on both pages or has a ground of its own. */
export async function findPlate(original: Buffer): Promise<string | undefined> {
  const sharp = await loadSharp()
  const pixels = await sharp(original).resize(64, 64, { fit: 'inside' }).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  let opacity = 0
  let luminance = 0
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4)
    opacity += alpha
    luminance += alpha * (0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue))
  }
  const isOpaque = opacity >= 0.95 * 255 * (pixels.length / 4)
  if (isOpaque || opacity === 0) return undefined
  if (luminance / opacity < readable.min) return plates.light
  return luminance / opacity > readable.max ? plates.dark : undefined
}

interface Plate {
  readonly original: Buffer
  readonly target: { readonly width: number; readonly height: number }
  readonly plate: string
}

/** The logo on its ground, with its corners rounded. */
export async function putOnPlate({ original, target: { width, height }, plate }: Plate): Promise<Buffer> {
  const sharp = await loadSharp()
  const { data: input, info } = await sharp(original)
    .resize({ width: width - 2 * platePadding, height: height - 2 * platePadding, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const size = `width="${info.width + 2 * platePadding}" height="${info.height + 2 * platePadding}"`
  const ground = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} rx="${platePadding}" fill="${plate}"/></svg>`)
  return sharp(ground)
    .composite([{ input, left: platePadding, top: platePadding }])
    .png()
    .toBuffer()
}

async function draw({ original, target, file }: { original: Buffer; target: BrandFile; file: string }): Promise<Buffer> {
  const plate = file === 'logo.png' ? await findPlate(original) : undefined
  return drawOn({ original: plate === undefined ? original : await putOnPlate({ original, target, plate }), target })
}

async function drawOn({ original, target: { width, height, share, ground } }: { original: Buffer; target: BrandFile }): Promise<Buffer> {
  const inner = { width: Math.round(width * share), height: Math.round(height * share) }
  const sharp = await loadSharp()
  const picture = await sharp(original)
    .resize({ ...inner, fit: 'contain', position: width === height ? 'centre' : 'left', background: transparent })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 4, background: ground } })
    .composite([{ input: picture, gravity: 'centre' }])
    .png()
    .toBuffer()
}
