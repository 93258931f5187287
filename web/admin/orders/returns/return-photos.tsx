import { useId } from 'react'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import type { AdminReturn } from '#contract/returns/admin-returns.ts'
import type { ReturnPicture } from '#contract/returns/return-pictures.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../../api/idempotency-key.ts'
import { PrivatePicture } from '../../../orders/shared/private-picture.tsx'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { fetchFile } from '../../../session/download-signed-in.ts'
import { FormError } from '../../../ui/form-error.tsx'
import { SmallButton, smallButtonClass } from '../../kit/small-button.tsx'
import { useAction } from '../../kit/use-action.tsx'

interface PhotosProps {
  returned: AdminReturn
  /** the received item; null for the photos of the shopper */
  line: number | null
  /** what they show */
  label: string
  onChange: (pictures: readonly ReturnPicture[]) => void
}

/** The photos of a return by its shopper, or of a received item by the shop, which are added here. */
export function ReturnPhotos({ returned: { _id: id, pictures, state }, line, label, onChange }: PhotosProps) {
  const { busy, message, run, ask, dialog } = useAction()
  const inputId = useId()
  const shown = pictures.filter((picture) => picture.line === line)
  const isOpen = state === 'accepted' || state === 'picked up' || state === 'received' || state === 'not received'
  const canAdd = line !== null && isOpen && shown.length < returnLimits.maxPictures
  const show = (reply: { pictures: readonly ReturnPicture[] }) => onChange(reply.pictures)
  const add = (image: File | undefined) => {
    if (!image) return
    const { name, size, lastModified } = image
    const storageKey = `photo of ${id}, item ${line}`
    const key = getIdempotencyKey({ storageKey, contents: { name, size, lastModified } })
    const params = { id, line: String(line) }
    run(async () => {
      const reply = await sendForm({ route: 'POST /returns/:id/lines/:line/pictures', params, values: { image }, key })
      clearIdempotencyKey(storageKey)
      return reply
    }, show)
  }
  const remove = (pictureId: string) =>
    ask(
      {
        title: 'Delete this photo?',
        text: 'It is gone for the shopper and for the shop. This cannot be undone.',
        action: 'Delete',
      },
      () => callSignedIn('DELETE /returns/:id/pictures/:pictureId', { params: { id, pictureId } }),
      show,
    )
  return (
    <div className="flex flex-col items-start gap-2 empty:hidden">
      {shown.length > 0 && <p className="text-sm text-soft">{line === null ? 'Photos of the shopper' : 'Photos of the shop'}</p>}
      {shown.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-3">
          {shown.map(({ _id: pictureId }, index) => (
            <li key={pictureId} className="flex flex-col items-start gap-1">
              <PrivatePicture
                id={pictureId}
                label={`${label} ${index + 1}`}
                load={() => fetchFile({ route: 'GET /returns/:id/pictures/:pictureId', input: { params: { id, pictureId } } })}
              />
              <SmallButton aria-label={`Delete ${label} ${index + 1}`} onClick={() => remove(pictureId)}>
                Delete
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <label
          htmlFor={inputId}
          className={`${smallButtonClass} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-indigo has-focus-visible:outline-dashed`}
        >
          <span>
            {busy ? 'Sending…' : 'Add a photo'}
            <span className="sr-only">: {label}</span>
          </span>
          <input
            id={inputId}
            type="file"
            accept="image/png,image/jpeg,image/gif,image/webp"
            disabled={busy}
            onChange={({ currentTarget }) => {
              add(currentTarget.files?.[0])
              // The same file can be chosen again.
              currentTarget.value = ''
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
      )}
      <FormError text={message?.isError ? message.text : undefined} className="text-sm" />
      {dialog}
    </div>
  )
}
