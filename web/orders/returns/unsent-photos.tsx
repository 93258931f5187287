import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Photos } from './use-photos.ts'

interface UnsentPhotosProps {
  photos: Photos
  /** resolves to whether all are sent */
  onSend: () => Promise<boolean>
  onDone: () => void
}

/** The return is asked for, but photos of it have not arrived, such as after a lost connection. */
export function UnsentPhotos({ photos: { photos, isSending, remove }, onSend, onDone }: UnsentPhotosProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const send = async () => {
    if (!isSending && (await onSend())) onDone()
  }
  return (
    <section aria-labelledby="unsent" className="flex flex-col items-start gap-4 rounded-control bg-sunk p-6">
      <h2 id="unsent" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Your request has reached us, but not all photos
      </h2>
      <ul aria-label="Photos that are not sent" className="flex flex-wrap gap-3">
        {photos.map(({ key, url, file, error }, index) => (
          <li key={key} className="flex w-28 flex-col items-start gap-1.5">
            <img src={url} alt={`${index + 1}: ${file.name}`} className="size-28 rounded-control border border-line object-cover" />
            <p role="alert" className="text-sm font-medium text-bad empty:hidden wrap-anywhere">
              {error}
            </p>
            <Button
              variant="quiet"
              aria-label={`Remove photo ${index + 1}`}
              className="text-sm"
              disabled={isSending}
              onClick={() => remove(key)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {photos.length > 0 && (
          <Button variant="primary" aria-disabled={isSending} aria-busy={isSending} onClick={send}>
            {isSending ? 'Sending…' : 'Send again'}
          </Button>
        )}
        <Button disabled={isSending} onClick={onDone}>
          Continue without
        </Button>
      </div>
    </section>
  )
}
