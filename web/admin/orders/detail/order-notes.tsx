import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { maxLengths } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { ApiError } from '../../../api/client.ts'
import { createKey } from '../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { DrawerSection } from '../../kit/drawer.tsx'
import { formatDateTime } from '../../kit/format-time.ts'
import { StatusMessage } from '../../kit/use-action.tsx'
import { type OrderFormProps, useOrderAction } from './order-part.ts'

type Note = AdminOrderDetail['notes'][number]

/** Notes of administrators about an order, which shoppers never see. */
export function OrderNotes({ order: { _id: id, notes }, onChange, onStale, onEdit }: OrderFormProps) {
  const { busy, message, run, ask, dialog, clearMessage } = useOrderAction({ onChange, onStale })
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { text: '' } })
  // A retry after a lost reply has the same key.
  const key = useRef(createKey())

  const add = handleSubmit(
    ({ text }) =>
      run(async () => {
        try {
          const headers = { 'idempotency-key': key.current }
          const reply = await callSignedIn('POST /order/admin/:id/notes', { params: { id }, headers, body: { text: text.trim() } })
          key.current = createKey()
          reset()
          onEdit(false)
          return reply
        } catch (failure) {
          if (failure instanceof ApiError) key.current = createKey()
          throw failure
        }
      }),
    clearMessage,
  )

  const remove = ({ _id: noteId }: Note) =>
    ask({ title: 'Delete this note?', text: 'The history keeps who has deleted it, but not its text.', action: 'Delete the note' }, () =>
      callSignedIn('DELETE /order/admin/:id/notes/:noteId', { params: { id, noteId } }),
    )

  return (
    <DrawerSection title="Private notes">
      {notes.length > 0 && (
        <ul className="flex flex-col text-sm">
          {notes.map((note) => (
            <li key={note._id} className="flex items-start justify-between gap-x-4 border-line py-2 not-last:border-b">
              <span className="min-w-0">
                <span className="block wrap-anywhere whitespace-pre-wrap">{note.text}</span>
                <span className="text-soft">
                  {note.author ?? 'A deleted account'}, {formatDateTime(note.writtenAt)}
                </span>
              </span>
              <Button
                variant="quiet"
                className="-my-1.5 -mr-4 shrink-0 text-sm"
                aria-label={`Delete the note: ${cutText(note.text, 60)}`}
                onClick={() => remove(note)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="flex flex-col items-start gap-3">
        <TextAreaField
          label="New note"
          hint="Shoppers never see it."
          rows={2}
          maxLength={maxLengths.orderNote}
          className="w-full"
          error={formState.errors.text?.message}
          {...register('text', {
            validate: (text) => text.trim() !== '' || 'Note is required.',
            onChange: ({ target }: { target: HTMLTextAreaElement }) => {
              key.current = createKey()
              onEdit(target.value.trim() !== '')
            },
          })}
        />
        <Button type="submit" aria-disabled={busy}>
          Add the note
        </Button>
      </form>
      <StatusMessage message={message} />
      {dialog}
    </DrawerSection>
  )
}
