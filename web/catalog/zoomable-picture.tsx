import { useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { buildZoomSrcSet, Picture } from '../ui/picture.tsx'

/** The picture of a product page. A click opens it in a full-screen zoom dialog. */
export function ZoomablePicture({
  image,
  name,
  placeholderColor,
  faded,
}: {
  image: string
  name: string
  placeholderColor: string
  faded: boolean
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Enlarge the image of ${name}`}
        onClick={() => setOpen(true)}
        className="group relative block w-full cursor-zoom-in"
      >
        <Picture
          image={image}
          alt={name}
          placeholderColor={placeholderColor}
          loading="first"
          sizes="(min-width: 100rem) 48rem, (min-width: 40rem) 50vw, 100vw"
          className={faded ? 'opacity-70' : ''}
        />
        <span
          aria-hidden="true"
          className="absolute right-3 bottom-3 hidden size-11 items-center justify-center rounded-control bg-paper text-ink group-hover:bg-raised js:inline-flex"
        >
          <Icon name="search" />
        </span>
      </button>
      {open && <ZoomDialog image={image} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows the whole image; a click zooms to twice the window's width around the clicked point. */
function ZoomDialog({ image, name, onClose }: { image: string; name: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isZoomed, setZoomed] = useState(false)
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
  return (
    <dialog
      ref={(element) => {
        dialog.current = element
        if (element && !element.open) element.showModal()
      }}
      aria-label={name}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-paper p-0 text-ink"
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
          <img
            src={image}
            srcSet={buildZoomSrcSet(image)}
            sizes={isZoomed ? 'max(200vw, 75rem)' : 'min(100vw, 80vh)'}
            alt={name}
            width={1200}
            height={1500}
            className={isZoomed ? 'h-auto w-full' : 'size-full object-contain'}
          />
        </button>
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={() => dialog.current?.close()}
        className="fixed top-3 right-3 inline-flex size-12 items-center justify-center rounded-control bg-paper shadow-lift hover:bg-sunk"
      >
        <Icon name="close" size={22} />
      </button>
    </dialog>
  )
}
