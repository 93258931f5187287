import { useState } from 'react'
import * as screenTexts from '#contract/screen-texts.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { callSignedIn } from '../auth/call-signed-in.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.ts'

/** The way out of an order until it is packed, with one question before. */
export function CancelOrder({
  id,
  number,
  paid,
  onChange,
  onCancelled,
}: {
  id: string
  number: string
  /** money has to go back */
  paid: boolean
  /** the order may not be what the page shows any more */
  onChange: () => Promise<void>
  /** this button is gone then, and the focus needs another place */
  onCancelled: () => void
}) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cancel = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { message } = await callSignedIn('cancelOrder', { params: { id } })
      setAsked(false)
      showToast({ text: message })
      await onChange()
      onCancelled()
    } catch (trouble) {
      if (!(trouble instanceof ApiError || trouble instanceof NetworkError)) throw trouble
      setProblem(trouble instanceof ApiError && trouble.code === 'unknown' ? screenTexts.signInFailed : trouble.message)
      await onChange()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      <Button onClick={() => setAsked(true)}>Cancel order</Button>
      <Dialog open={asked} onClose={() => setAsked(false)} title="Cancel this order?" closeButton={false}>
        <p className="text-soft">
          Order {number} will not be sent.{' '}
          {paid ? 'What you paid goes back to where it came from.' : 'Nothing has been paid, so there is nothing to pay back.'}
        </p>
        <div role="alert" className="empty:hidden">
          {problem && <p className="font-medium text-bad">{problem}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" disabled={busy} aria-busy={busy} onClick={cancel}>
            {busy ? 'Cancelling…' : 'Yes, cancel it'}
          </Button>
          <Button disabled={busy} onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
