import { preload } from 'react-dom'
import type { ImageFormat, ImageWidth } from '#contract/catalog/pictures/images.ts'

/** The folder of an image that the server resizes; undefined for an image from elsewhere. */
export const parseImagePath = (image: string): string | undefined => /^(\/images\/.+)\/\d+\.[a-z]+$/.exec(image)?.[1]

/** For thumbnails and cards at one dot per pixel, cards and phones at two, and larger pictures. Few, because a page names them for each picture. */
const offeredWidths = [320, 640, 800, 1200] as const satisfies readonly ImageWidth[]

const buildSrcSet = (folder: string) => offeredWidths.map((width) => `${folder}/${width}.avif ${width}w`).join(', ')

/** The same image in another width and format; an image from elsewhere is returned as it is. */
export function toImageUrl({ image, width, format }: { image: string; width: ImageWidth; format: ImageFormat }): string {
  const folder = parseImagePath(image)
  return folder === undefined ? image : `${folder}/${width}.${format}`
}

/**
 * The last part of `sizes` for an image as wide as a phone. Screens of 3 dots per pixel get 2: the third is invisible and doubles the bytes.
 * The image is 92vw wide: a little less lets common phones load the width of 640 pixels, which they show 4 % larger, and not that of 800.
 */
export const phoneImageSizes = '(min-resolution: 2.5dppx) 58vw, 88vw'

export interface PictureProps {
  image: string
  alt: string
  /** the `sizes` attribute */
  sizes: string
  /** shown until the image has loaded */
  placeholderColor: string
  /** `first` also preloads the image with high priority */
  loading?: 'first' | 'eager' | 'lazy'
  className?: string
}

/** A responsive 4:5 image that reserves its space before it loads: in AVIF, and in one width as WebP for browsers without it. */
export function Picture({ image, alt, sizes, placeholderColor, loading = 'lazy', className = '' }: PictureProps) {
  const folder = parseImagePath(image)
  if (folder !== undefined && loading === 'first')
    preload(image, { as: 'image', type: 'image/avif', imageSrcSet: buildSrcSet(folder), imageSizes: sizes, fetchPriority: 'high' })
  return (
    <picture className={`picture ${className}`} style={{ backgroundColor: placeholderColor }}>
      {folder !== undefined && <source type="image/avif" srcSet={buildSrcSet(folder)} sizes={sizes} />}
      <img
        src={image}
        alt={alt}
        width={800}
        height={1000}
        decoding={loading === 'first' ? 'sync' : 'async'}
        loading={loading === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'first' ? 'high' : undefined}
        className="size-full object-cover"
      />
    </picture>
  )
}
