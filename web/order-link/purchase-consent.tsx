import { useState } from 'react'
import { type ReportRecipients, recipientNames } from '#contract/settings/purchase-report.ts'
import { call } from '../api/client.ts'
import { describeFailure } from '../api/describe-failure.ts'
import { Button } from '../ui/button.tsx'

interface PurchaseConsentProps {
  token: string
  /** undefined: nobody is told about the order, or not any more */
  recipients: ReportRecipients | undefined
  /** the consent is withdrawn */
  onDone: () => void
}

/** Withdraws the consent that advertising companies are told about this purchase. */
export function PurchaseConsent({ token, recipients, onDone }: PurchaseConsentProps) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [error, setError] = useState('')
  if (!recipients && message === '') return null
  const withdraw = async () => {
    if (busy) return
    setBusy(true)
    setError('')
    try {
      const reply = await call('POST /order/purchase-report/withdraw', { body: { token } })
      setMessage(reply.message)
      onDone()
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="purchase-consent" className="flex max-w-prose flex-col items-start gap-3 print:hidden">
      <h2 id="purchase-consent" className="font-medium">
        Advertisements
      </h2>
      <p role="status" className="empty:hidden">
        {message}
      </p>
      {message === '' && recipients && (
        <>
          <p className="text-sm text-soft">
            {`You agreed that ${recipientNames[recipients]} may be told about this purchase, to see which advertisement led to it. What they were told before stays with them.`}
          </p>
          <Button aria-disabled={busy} onClick={withdraw}>
            Withdraw this consent
          </Button>
        </>
      )}
      <p role="alert" className="text-bad empty:hidden">
        {error}
      </p>
    </section>
  )
}
