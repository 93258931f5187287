import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** Marks an order whose address is incomplete, and copies the link by which the shopper completes it. */
export function IncompleteAddress({ link }: { link: string }) {
  const [message, setMessage] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(window.location.origin + link).then(
      () => setMessage('Copied. Send it to the shopper.'),
      () => setMessage(window.location.origin + link),
    )
  return (
    <div className="mt-3 flex flex-col items-start gap-2 text-sm">
      <p className="font-medium text-bad">Address incomplete</p>
      <p className="text-soft">The courier needs a PIN code and a 10-digit phone number.</p>
      <Button onClick={copy}>Copy the link for the shopper</Button>
      <p role="status" className="break-all empty:hidden">
        {message}
      </p>
    </div>
  )
}
