import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** Copies the link of a page for the shopper. Without access to the clipboard the link is shown. */
export function CopyLink({ link, label }: { link: string; label: string }) {
  const [message, setMessage] = useState('')
  const url = window.location.origin + link
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setMessage('Copied. Send it to the shopper.'),
      () => setMessage(url),
    )
  return (
    <>
      <Button onClick={copy}>{label}</Button>
      <p role="status" className="break-all empty:hidden">
        {message}
      </p>
    </>
  )
}
