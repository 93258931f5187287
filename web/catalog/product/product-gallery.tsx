import { type ReactNode, useRef, useState } from 'react'
import type { ProductPicture } from '#contract/catalog/pictures/product-pictures.ts'
import type { Product } from '#contract/catalog/products.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture, phoneImageSizes } from '../../ui/picture.tsx'
import { ZoomDialog } from './zoom-dialog.tsx'

/** The pictures of a product with their texts. A reply without pictures has the image alone. */
function toPictures({ name, image, backdrop, pictures }: Product): ProductPicture[] {
  const all = pictures === undefined || pictures.length === 0 ? [{ image, backdrop, alt: '' }] : pictures
  return all.map((picture, index) => ({ ...picture, alt: picture.alt || (index === 0 ? name : `${name}, picture ${index + 1}`) }))
}

/** The pictures of a product page side by side, to swipe and to zoom. The thumbnails are links, so that it works without scripts. */
export function ProductGallery({ product, faded, children }: { product: Product; faded: boolean; children?: ReactNode }) {
  const pictures = toPictures(product)
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<number>()
  const show = (index: number) => track.current?.scrollTo({ left: index * track.current.clientWidth })
  // The picture that was enlarged last is in view, with the focus.
  const closeZoom = (index: number) => {
    setZoomed(undefined)
    show(index)
    track.current?.children[index]?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <div className="relative lg:flex lg:items-start lg:gap-3">
      <div className="relative lg:min-w-0 lg:grow">
        <ul
          ref={track}
          aria-label={`Pictures of ${product.name}`}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setCurrent(Math.round(scrollLeft / clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth [scrollbar-width:none]"
        >
          {pictures.map(({ image, backdrop, alt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture has no other identity, and one image may be there twice
            <li key={index} id={`picture-${index + 1}`} className="w-full shrink-0 snap-start">
              <button
                type="button"
                aria-label={`Enlarge the image of ${alt}`}
                // Pictures out of view are reached by their thumbnails.
                tabIndex={index === current ? 0 : -1}
                onClick={() => setZoomed(index)}
                className="group relative block w-full cursor-zoom-in -outline-offset-4!"
              >
                <Picture
                  image={image}
                  alt={alt}
                  placeholderColor={backdrop}
                  loading={index === 0 ? 'first' : 'lazy'}
                  sizes={`(min-width: 100rem) 48rem, (min-width: 40rem) 50vw, ${phoneImageSizes}`}
                  className={`max-sm:aspect-9/10 max-sm:w-full max-sm:max-h-[46svh] max-sm:min-h-64 ${faded ? 'opacity-70' : ''}`}
                />
                <span
                  aria-hidden="true"
                  className="absolute right-3 bottom-3 hidden size-11 items-center justify-center rounded-control bg-page text-ink group-hover:bg-raised js:inline-flex forced-colors:border"
                >
                  <Icon name="search" />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {children}
      </div>
      {pictures.length > 1 && (
        <>
          <p
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 rounded-control bg-page px-2 py-0.5 text-sm tabular-nums sm:hidden"
          >
            {current + 1}/{pictures.length}
          </p>
          {/* Dots on the picture on a phone, small pictures beside it on other screens. */}
          <ol
            aria-label="Choose a picture"
            className="flex max-sm:absolute max-sm:inset-x-16 max-sm:bottom-0 max-sm:justify-center sm:-mx-1.5 sm:flex-wrap sm:gap-2 sm:p-1.5 lg:m-0 lg:shrink-0 lg:flex-col lg:p-0"
          >
            {pictures.map(({ image, backdrop }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index} className="max-sm:min-w-6 max-sm:max-w-11 max-sm:grow sm:shrink-0">
                <a
                  href={`#picture-${index + 1}`}
                  aria-label={`Picture ${index + 1} of ${pictures.length}`}
                  aria-current={index === current}
                  onClick={(event) => {
                    event.preventDefault()
                    show(index)
                  }}
                  className="picture-dot sm:block sm:border-b-3 sm:border-transparent sm:pb-1 sm:hover:border-line sm:aria-[current=true]:border-ink sm:forced-colors:not-aria-[current=true]:border-[Canvas]"
                >
                  <Picture image={image} alt="" placeholderColor={backdrop} sizes="4rem" className="w-16 max-sm:hidden" />
                </a>
              </li>
            ))}
          </ol>
        </>
      )}
      {zoomed !== undefined && <ZoomDialog name={product.name} pictures={pictures} start={zoomed} onClose={closeZoom} />}
    </div>
  )
}
