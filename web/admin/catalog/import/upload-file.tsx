import { useState } from 'react'
import type { CallReply } from '#contract/contract.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { FileDrop } from '../../kit/file-drop.tsx'
import { describeActionError } from '../../kit/use-action.tsx'
import { UploadProgress } from '../products/form/upload-progress.tsx'

interface UploadFileProps {
  label: string
  hint: string
  accept: string
  /** the name of the form's field */
  field: 'file' | 'zip'
  /** the id of the import; undefined for a new one */
  id?: string
  onUploaded: (reply: CallReply<'POST /products/imports'>) => void
}

/** Uploads one file as soon as it is chosen. */
export function UploadFile({ label, hint, accept, field, id, onUploaded }: UploadFileProps) {
  const [fraction, setFraction] = useState<number>()
  const [error, setError] = useState<string>()
  const send = async (file: File | undefined) => {
    if (!file || fraction !== undefined) return
    setFraction(0)
    setError(undefined)
    const form = { values: { [field]: file }, onProgress: setFraction }
    try {
      const sent =
        id === undefined
          ? sendForm({ ...form, route: 'POST /products/imports' })
          : sendForm({ ...form, route: 'POST /products/imports/:id/pictures', params: { id } })
      onUploaded(await sent)
    } catch (failure) {
      setError(describeActionError(failure))
    } finally {
      setFraction(undefined)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <FileDrop label={label} hint={hint} accept={accept} disabled={fraction !== undefined} onFiles={([file]) => void send(file)} />
      {fraction !== undefined && <UploadProgress label={`Upload: ${label}`} fraction={fraction} lastStep="Reading the file…" />}
      <p role="alert" className="font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}
