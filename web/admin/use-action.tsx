import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { describeError } from './use-resource.ts'

interface Message {
  readonly text: string
  readonly isError: boolean
}

/** Sends one request at a time. `message` is its outcome; `onConflict` is called when someone else has changed the data (409). */
export function useAction(onConflict?: () => void) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()
  const run = async (request: () => Promise<{ message: string }>) => {
    if (busy) return
    setBusy(true)
    setMessage(undefined)
    try {
      const reply = await request()
      setMessage({ text: reply.message, isError: false })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onConflict?.()
      setMessage({ text: describeError(error), isError: true })
    } finally {
      setBusy(false)
    }
  }
  return { busy, message, run, clearMessage: () => setMessage(undefined) }
}

/** Announces the outcome of an action. */
export function StatusMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="status" className={`font-medium empty:hidden ${message?.isError ? 'text-bad' : 'text-good'}`}>
      {message?.text}
    </p>
  )
}
