import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { FormError } from '../form-error.tsx'
import { useDialog } from './use-dialog.ts'

export interface ConfirmDialogProps {
  title: string
  text: string
  /** the label of the confirming button */
  action: string
  busy: boolean
  error?: string | undefined
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for confirmation of an irreversible action. The safe button has the focus; Escape closes the dialog. */
export function ConfirmDialog({ title, text, action, busy, error, onConfirm, onClose, children }: ConfirmDialogProps) {
  const { ref, handleClose } = useDialog({ onClose })
  const id = useId()
  return (
    <dialog
      ref={ref}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={handleClose}
      className="rise-in m-auto w-[min(27rem,calc(100vw-2rem))] rounded-control bg-raised p-0 text-ink shadow-lift backdrop:bg-[oklch(15%_0.01_60/0.55)]"
    >
      <div className="flex flex-col gap-4 p-6">
        <h2 id={`${id}-title`} className="font-display text-2xl">
          {title}
        </h2>
        <p id={`${id}-text`} className="text-soft">
          {text}
        </p>
        {children}
        <FormError text={error} />
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button autoFocus disabled={busy} onClick={onClose}>
            Go back
          </Button>
          <Button variant="primary" aria-disabled={busy} onClick={() => !busy && onConfirm()}>
            {busy ? 'Please wait…' : action}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
