import { useRef, useState } from 'react'
import { zoomWidth } from '#contract/catalog/pictures/images.ts'
import type { ProductPicture } from '#contract/catalog/pictures/product-pictures.ts'
import { Icon } from '../../ui/icon.tsx'
import { parseImagePath } from '../../ui/picture.tsx'

interface ZoomDialogProps {
  /** the name of the product */
  name: string
  pictures: readonly ProductPicture[]
  /** the index of the picture that is shown first */
  start: number
  /** with the index of the picture that was shown last */
  onClose: (index: number) => void
}

const roundButton = 'fixed inline-flex size-12 items-center justify-center rounded-control bg-page shadow-lift hover:bg-sunk'

/** The `srcSet` of an image that fills the window or more; undefined for an image from elsewhere. */
function buildZoomSrcSet(image: string): string | undefined {
  const folder = parseImagePath(image)
  return folder && [800, 1200, zoomWidth].map((width) => `${folder}/${width}.webp ${width}w`).join(', ')
}

/** Shows one picture whole; a click zooms to twice the window's width around the clicked point. Arrow keys change the picture. */
export function ZoomDialog({ name, pictures, start, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(start)
  const [isZoomed, setZoomed] = useState(false)
  const picture = pictures[index]
  const toggle = (point: { x: number; y: number }) => {
    setZoomed(!isZoomed)
    // Scrolls after the image has its new size.
    requestAnimationFrame(() => {
      const viewport = dialog.current?.firstElementChild
      viewport?.scrollTo(
        point.x * viewport.scrollWidth - viewport.clientWidth / 2,
        point.y * viewport.scrollHeight - viewport.clientHeight / 2,
      )
    })
  }
  const step = (by: number) => {
    setIndex((index + by + pictures.length) % pictures.length)
    setZoomed(false)
  }
  return (
    <dialog
      ref={(element) => {
        dialog.current = element
        if (element && !element.open) element.showModal()
      }}
      aria-label={name}
      onClose={() => onClose(index)}
      onKeyDown={({ key }) => {
        // In a zoomed picture the arrow keys scroll.
        if (isZoomed || pictures.length === 1) return
        if (key === 'ArrowRight') step(1)
        if (key === 'ArrowLeft') step(-1)
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-page p-0 text-ink"
    >
      <div className="size-full overflow-auto overscroll-contain">
        <button
          type="button"
          aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
          onClick={({ clientX, clientY, currentTarget, detail }) => {
            const { left, top, width, height } = currentTarget.getBoundingClientRect()
            // A click by keyboard has no position and zooms to the middle.
            toggle(detail === 0 ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height })
          }}
          className={isZoomed ? 'block w-[max(200dvw,75rem)] cursor-zoom-out' : 'flex size-full cursor-zoom-in items-center justify-center'}
        >
          {picture && (
            <img
              key={index}
              src={picture.image}
              srcSet={buildZoomSrcSet(picture.image)}
              sizes={isZoomed ? 'max(200vw, 75rem)' : 'min(100vw, 80vh)'}
              alt={picture.alt}
              width={1200}
              height={1500}
              className={isZoomed ? 'h-auto w-full' : 'size-full object-contain'}
            />
          )}
        </button>
      </div>
      {pictures.length > 1 && (
        <>
          <button
            type="button"
            aria-label="Previous picture"
            onClick={() => step(-1)}
            className={`${roundButton} top-1/2 left-3 -translate-y-1/2`}
          >
            <Icon name="left" size={22} />
          </button>
          <button
            type="button"
            aria-label="Next picture"
            onClick={() => step(1)}
            className={`${roundButton} top-1/2 right-3 -translate-y-1/2`}
          >
            <Icon name="right" size={22} />
          </button>
          <p
            role="status"
            className="fixed bottom-3 left-1/2 -translate-x-1/2 rounded-control bg-page px-3 py-1.5 text-sm tabular-nums shadow-lift"
          >
            <span className="sr-only">Picture </span>
            {index + 1} of {pictures.length}
          </p>
        </>
      )}
      <button type="button" aria-label="Close" onClick={() => dialog.current?.close()} className={`${roundButton} top-3 right-3`}>
        <Icon name="close" size={22} />
      </button>
    </dialog>
  )
}
