import type { DataRequest } from '#contract/accounts/privacy.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { NoteDialog } from '../../kit/note-dialog.tsx'
import { requestKinds } from './request-kinds.ts'

interface CloseRequestProps {
  request: DataRequest
  onDone: () => void
  /** someone else has closed it */
  onStale: () => void
  onClose: () => void
}

/** Asks how a request was answered, and closes it. */
export function CloseRequest({ request: { _id: id, kind, name, email, phone }, onDone, ...dialog }: CloseRequestProps) {
  return (
    <NoteDialog
      title="Mark as done"
      about={
        <p className="wrap-anywhere">
          <span className="font-semibold">{requestKinds[kind]}</span> · {[name, email, phone].filter(Boolean).join(', ')}
        </p>
      }
      label="How was it answered?"
      submitLabel="Mark as done"
      send={(note) => callSignedIn('POST /users/data-requests/:id/close', { params: { id }, body: { note } })}
      onSaved={onDone}
      {...dialog}
    />
  )
}
