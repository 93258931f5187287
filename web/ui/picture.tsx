import { preload } from 'react-dom'
import { type ImageFormat, imageWidths } from '#contract/catalog/pictures/images.ts'

/** The folder of an image that the server resizes; undefined for an image from elsewhere. */
export const parseImagePath = (image: string): string | undefined => /^(\/images\/.+)\/\d+\.[a-z]+$/.exec(image)?.[1]

const buildSrcSet = (folder: string, format: ImageFormat) => imageWidths.map((width) => `${folder}/${width}.${format} ${width}w`).join(', ')

/** The same image in another width and format; an image from elsewhere is returned as it is. */
export function toImageUrl({ image, width, format }: { image: string; width: (typeof imageWidths)[number]; format: ImageFormat }): string {
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

/** A responsive 4:5 image in AVIF and WebP that reserves its space before it loads. */
export function Picture({ image, alt, sizes, placeholderColor, loading = 'lazy', className = '' }: PictureProps) {
  const folder = parseImagePath(image)
  if (folder !== undefined && loading === 'first')
    preload(image, { as: 'image', type: 'image/avif', imageSrcSet: buildSrcSet(folder, 'avif'), imageSizes: sizes, fetchPriority: 'high' })
  return (
    <picture className={`block aspect-4/5 overflow-hidden ${className}`} style={{ backgroundColor: placeholderColor }}>
      {folder !== undefined && <source type="image/avif" srcSet={buildSrcSet(folder, 'avif')} sizes={sizes} />}
      <img
        src={image}
        srcSet={folder === undefined ? undefined : buildSrcSet(folder, 'webp')}
        sizes={folder === undefined ? undefined : sizes}
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
