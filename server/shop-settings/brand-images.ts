import { hash } from 'node:crypto'
import sharp, { type Color } from 'sharp'
import type { ImageStore } from '../catalog/pictures/image-store.ts'
import { hasImageSignature, imageError } from '../catalog/pictures/normalise-image.ts'

const maxPixels = 30_000_000
const timeoutSeconds = 20
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

/** Twice the largest size at which the header shows it. */
const logoSize = { width: 480, height: 120 }

/** The files of an icon: browser tab, iPhone, the manifest's sizes. `share` of the square is the picture: Android cuts a circle. */
const iconFiles = [
  { file: 'icon-32.png', size: 32, share: 1, ground: transparent },
  { file: 'icon-180.png', size: 180, share: 0.86, ground: '#ffffff' },
  { file: 'icon-192.png', size: 192, share: 1, ground: transparent },
  { file: 'icon-512.png', size: 512, share: 1, ground: transparent },
  { file: 'icon-maskable-512.png', size: 512, share: 0.7, ground: '#ffffff' },
] as const

export const brandFiles: readonly string[] = ['logo.png', ...iconFiles.map(({ file }) => file)]

export const brandKey = ({ folder, file }: { folder: string; file: string }): string => `brand/${folder}/${file}`

const open = (upload: Buffer) =>
  sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: timeoutSeconds }).autoOrient()

async function drawIcon({ upload, size, share, ground }: { upload: Buffer; size: number; share: number; ground: Color }) {
  const inner = Math.round(size * share)
  const margin = Math.floor((size - inner) / 2)
  const edges = { top: margin, left: margin, bottom: size - inner - margin, right: size - inner - margin }
  const picture = await open(upload)
    .resize(inner, inner, { fit: 'contain', background: transparent })
    .extend({ ...edges, background: transparent })
    .png()
    .toBuffer()
  return sharp(picture)
    .flatten(ground === transparent ? false : { background: ground })
    .png()
    .toBuffer()
}

/**
 * Makes the files of a logo or an icon and stores them. Returns the path of their folder, such as `/brand/0123456789abcdef`.
 * @throws AppError image_type, image_damaged, image_too_many_pixels
 */
export async function storeBrandImage({ images, kind, upload }: { images: ImageStore; kind: 'logo' | 'icon'; upload: Buffer }) {
  if (!hasImageSignature(upload)) throw imageError('image_type')
  const folder = hash('sha256', Buffer.concat([Buffer.from(kind), upload]), 'hex').slice(0, 16)
  try {
    if (kind === 'logo') {
      const logo = await open(upload)
        .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer()
      await images.write(brandKey({ folder, file: 'logo.png' }), logo)
    } else {
      for (const { file, ...icon } of iconFiles) await images.write(brandKey({ folder, file }), await drawIcon({ upload, ...icon }))
    }
  } catch (error) {
    throw imageError(/pixel limit/i.test((error as Error).message) ? 'image_too_many_pixels' : 'image_damaged')
  }
  return `/brand/${folder}`
}
