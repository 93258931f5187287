import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { useDialog } from './use-dialog.ts'

/** A modal <dialog>: the browser traps and restores the focus; Escape and a click on the backdrop close it. */
export function Dialog({
  open,
  onClose,
  title,
  closeButton = true,
  isSheet = false,
  coversPage = false,
  isWide = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /** false when a child has its own close button */
  closeButton?: boolean
  /** on a phone at the bottom of the window, as wide as it */
  isSheet?: boolean
  /** nothing of the page is seen behind it, and a click beside it does nothing */
  coversPage?: boolean
  /** for a table */
  isWide?: boolean
  children: ReactNode
}) {
  const { ref, handleClose } = useDialog({ open, onClose })
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop; the keyboard has Escape and the button
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={handleClose}
      onClick={(event) => !coversPage && event.target === ref.current && onClose()}
      className={`m-auto max-h-[90dvh] ${isWide ? 'w-[min(42rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]'} rounded-control bg-raised p-0 text-ink shadow-lift ${coversPage ? 'backdrop:bg-page' : 'backdrop:bg-[oklch(15%_0.01_60/0.55)]'} rise-in ${isSheet ? 'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none' : ''}`}
    >
      <div className="flex flex-col gap-4 p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="title text-2xl">
            {title}
          </h2>
          {closeButton && (
            <button
              type="button"
              onClick={onClose}
              aria-label="Close"
              className="-m-2 inline-flex size-11 items-center justify-center rounded-control hover:bg-sunk"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
