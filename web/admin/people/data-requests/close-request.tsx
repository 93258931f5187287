import type { DataRequest } from '#contract/accounts/privacy.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { NoteForm } from '../../kit/note-form.tsx'
import { requestKinds } from './request-kinds.ts'

interface CloseRequestProps {
  request: DataRequest
  onDone: () => void
  /** someone else has closed it */
  onStale: () => void
  onClose: () => void
}

/** Asks how a request was answered, and closes it. */
export function CloseRequest({ request: { _id, kind, name, email, phone }, onDone, onStale, onClose }: CloseRequestProps) {
  const save = async (note: string) => {
    const reply = await callSignedIn('POST /users/data-requests/:id/close', { params: { id: _id }, body: { note } })
    onDone()
    return reply
  }
  return (
    <Dialog open title="Mark as done" onClose={onClose}>
      <p className="wrap-anywhere">
        <span className="font-semibold">{requestKinds[kind]}</span> · {[name, email, phone].filter(Boolean).join(', ')}
      </p>
      <NoteForm label="How was it answered?" submitLabel="Mark as done" onSave={save} onStale={onStale} onClose={onClose} />
    </Dialog>
  )
}
