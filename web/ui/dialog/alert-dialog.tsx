import { useId } from 'react'
import { Link } from 'react-router'
import { Button } from '../button.tsx'
import { useDialog } from './use-dialog.ts'

export interface AlertDialogProps {
  open: boolean
  title: string
  text: string
  /** below the text */
  hint?: string | undefined
  /** where the shopper can solve the problem */
  link?: { readonly to: string; readonly label: string } | undefined
  /** a warning sign instead of an error sign */
  warning?: boolean
  onClose: () => void
}

/** A message with one OK button. Escape closes it too. The caller restores the focus. */
export function AlertDialog({ open, title, text, hint, link, warning = false, onClose }: AlertDialogProps) {
  const { ref, handleClose } = useDialog({ open, onClose })
  const id = useId()
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={handleClose}
      className="rise-in m-auto w-[min(26rem,calc(100vw-2rem))] rounded-control bg-raised p-0 text-ink shadow-lift backdrop:bg-[oklch(15%_0.01_60/0.55)]"
    >
      <div className="flex flex-col items-center gap-4 px-6 pt-8 pb-6 text-center">
        <AlertSign warning={warning} />
        <h2 id={`${id}-title`} className="title text-3xl">
          {title}
        </h2>
        <div id={`${id}-text`} className="flex flex-col gap-2 text-balance text-soft">
          <p>{text}</p>
          {hint && <p className="text-sm">{hint}</p>}
        </div>
        {link && (
          <Link to={link.to} className="link inline-flex min-h-11 items-center font-medium">
            {link.label}
          </Link>
        )}
        <Button variant="ink" autoFocus className="mt-2 min-w-32" onClick={() => ref.current?.close()}>
          OK
        </Button>
      </div>
    </dialog>
  )
}

function AlertSign({ warning }: { warning: boolean }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width="56"
      height="56"
      fill="none"
      aria-hidden="true"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-bad"
    >
      {warning ? <path d="M24 6 44 41H4Z" strokeDasharray="5 3.6" /> : <circle cx="24" cy="24" r="20" strokeDasharray="5 3.4" />}
      {warning ? <path d="M24 19v10M24 34.5v.1" /> : <path d="M17.5 17.5l13 13M30.5 17.5l-13 13" />}
    </svg>
  )
}
