import { useState } from 'react'
import { ApiError, call, NetworkError } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'

/** Has the link that opens the documents and returns of an order mailed to its address, for who knows only its number and phone. */
export function MailLink({ number, phone }: { number: string; phone: string }) {
  const [isSending, setSending] = useState(false)
  const [answer, setAnswer] = useState('')

  const send = async () => {
    setSending(true)
    try {
      setAnswer((await call('POST /order/track/link', { body: { number, phone } })).message)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
      setAnswer(error.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-soft">Invoices and returns open by the link in our emails only.</p>
      <Button variant="ink" disabled={isSending} aria-busy={isSending} onClick={send}>
        Email me the link
      </Button>
      <p role="status" className="text-sm">
        {answer}
      </p>
    </div>
  )
}
