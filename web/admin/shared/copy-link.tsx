import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface CopyTextProps {
  text: string
  label: string
  /** says that it is copied */
  copied: string
  className?: string
  /** of the text */
  textClassName?: string
}

/** Copies a text. Without access to the clipboard the text is shown. */
export function CopyText({ text, label, copied, className, textClassName = 'break-all' }: CopyTextProps) {
  const [message, setMessage] = useState('')
  const copy = () =>
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setMessage(copied),
      () => setMessage(text),
    )
  return (
    <>
      <Button className={className} onClick={copy}>
        {label}
      </Button>
      <p role="status" className={`empty:hidden ${textClassName}`}>
        {message}
      </p>
    </>
  )
}

/** Copies the link of a page for the shopper. */
export const CopyLink = ({ link, label }: { link: string; label: string }) => (
  <CopyText text={window.location.origin + link} label={label} copied="Copied. Send it to the shopper." />
)
