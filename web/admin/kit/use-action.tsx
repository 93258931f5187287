import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { ApiError } from '../../api/client.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/dialog/confirm-dialog.tsx'

/** The hint after the text of a failure, when there is no connection. */
export const addOfflineHint = (text: string): string => (navigator.onLine ? text : `${text} ${screenTexts.offline}`)

/** The text of a failed change for administrators. Without an answer, the change may have been made. */
export function describeActionError(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return navigator.onLine ? screenTexts.noAnswer : screenTexts.offline
}

interface FormError<Values extends FieldValues> {
  readonly failure: unknown
  readonly setError: UseFormSetError<Values>
  /** the part of the body that has the fields */
  readonly part?: string | undefined
}

/** Shows why a form was not saved: at the fields that the reply names, or else as the error of the form. */
export function showFormError<Values extends FieldValues>({ failure, setError, part }: FormError<Values>): void {
  const fields = failure instanceof ApiError ? Object.entries(failure.fields) : []
  // The last one gets the focus: a reply names the first field of the form last.
  for (const [path, message] of fields) {
    const name = part === undefined ? path : path.replace(`${part}.`, '')
    setError(name.split('.')[0] as Path<Values>, { message }, { shouldFocus: true })
  }
  if (fields.length === 0) setError('root', { message: describeActionError(failure) })
}

export interface Message {
  readonly text: string
  readonly isError: boolean
}

interface Reply {
  readonly message: string
  readonly isError?: boolean
}

type Question = Omit<ConfirmDialogProps, 'busy' | 'error' | 'onConfirm' | 'onClose'>

/**
 * Sends one request at a time. `message` is its outcome; `onConflict` is called when someone else has changed the data (409).
 * `ask` sends it after a confirmation, whose dialog the screen shows as `dialog`.
 */
export function useAction(onConflict?: () => void) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()
  const [asked, setAsked] = useState<{ question: Question; send: () => Promise<void> }>()
  /** `onReply` is called before the message is shown. */
  const run = async <Answer extends Reply>(request: () => Promise<Answer>, onReply?: (reply: Answer) => unknown) => {
    if (busy) return
    setBusy(true)
    setMessage(undefined)
    try {
      const reply = await request()
      await onReply?.(reply)
      setMessage({ text: reply.message, isError: reply.isError === true })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onConflict?.()
      setMessage({ text: describeActionError(error), isError: true })
    } finally {
      setBusy(false)
    }
  }
  const ask = <Answer extends Reply>(question: Question, request: () => Promise<Answer>, onReply?: (reply: Answer) => unknown) =>
    setAsked({ question, send: () => run(request, onReply) })
  const close = () => setAsked(undefined)
  const dialog = asked && <ConfirmDialog {...asked.question} busy={busy} onConfirm={() => asked.send().then(close)} onClose={close} />
  return { busy, message, run, ask, dialog, clearMessage: () => setMessage(undefined) }
}

/** Announces the outcome of an action. */
export function StatusMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="status" className={`font-medium empty:hidden ${message?.isError ? 'text-bad' : 'text-good'}`}>
      {message?.text}
    </p>
  )
}
