import { preload } from 'react-dom'

const widths = [160, 240, 320, 480, 640, 800, 960, 1200]

/** What the server can make of a product's picture, or undefined for a picture that is not one of ours. */
function listSources(image: string): { folder: string; name: (format: string) => string } | undefined {
  const folder = /^(\/images\/.+)\/\d+\.[a-z]+$/.exec(image)?.[1]
  if (folder === undefined) return undefined
  return { folder, name: (format) => widths.map((width) => `${folder}/${width}.${format} ${width}w`).join(', ') }
}

/** The same picture in another width and format, as mail and link previews need it. */
export function pictureUrl({ image, width, format }: { image: string; width: number; format: 'avif' | 'webp' | 'jpeg' }): string {
  const sources = listSources(image)
  return sources === undefined ? image : `${sources.folder}/${width}.${format}`
}

/**
 * The end of `sizes` for a picture as wide as a phone. A screen of three dots to the pixel is sent two for each: nobody sees
 * the third, and it would double the weight.
 */
export const phoneWide = '(min-resolution: 2.5dppx) 61vw, 92vw'

export interface PictureProps {
  image: string
  alt: string
  /** the `sizes` attribute: how wide it is shown at which screen */
  sizes: string
  /** #rrggbb, shown until the picture is there */
  backdrop: string
  /** in sight at once: not put off, and `first` before everything else */
  loading?: 'first' | 'eager' | 'lazy'
  className?: string
}

/** A product's picture, 4:5, in the width and format that this screen needs. Keeps its place before it is there. */
export function Picture({ image, alt, sizes, backdrop, loading = 'lazy', className = '' }: PictureProps) {
  const sources = listSources(image)
  // Told in the head, ahead of the scripts: the page is not seen to be there before its first picture.
  if (sources && loading === 'first')
    preload(image, { as: 'image', type: 'image/avif', imageSrcSet: sources.name('avif'), imageSizes: sizes, fetchPriority: 'high' })
  return (
    <picture className={`block aspect-4/5 overflow-hidden ${className}`} style={{ backgroundColor: backdrop }}>
      {sources && <source type="image/avif" srcSet={sources.name('avif')} sizes={sizes} />}
      {sources && <source type="image/webp" srcSet={sources.name('webp')} sizes={sizes} />}
      <img
        src={image}
        alt={alt}
        width={800}
        height={1000}
        decoding="async"
        loading={loading === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'first' ? 'high' : undefined}
        className="size-full object-cover"
      />
    </picture>
  )
}
