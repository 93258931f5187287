import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'

interface PrivatePictureProps {
  /** identifies the picture */
  id: string
  label: string
  load: () => Promise<Blob>
}

/** A picture that has no address of its own: it is loaded with the rights of the page, and opens large. */
export function PrivatePicture({ id, label, load }: PrivatePictureProps) {
  const [url, setUrl] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const read = useEffectEvent(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is loaded
  useEffect(() => {
    let shown: string | undefined
    let isCurrent = true
    read().then(
      (blob) => {
        if (!isCurrent) return
        shown = URL.createObjectURL(blob)
        setUrl(shown)
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
      if (shown) URL.revokeObjectURL(shown)
    }
  }, [id])
  if (url === undefined)
    return (
      <span
        role="status"
        className="flex size-28 items-center justify-center rounded-control border border-line bg-sunk p-2 text-center text-xs text-soft"
      >
        {hasFailed ? `${label} could not be loaded.` : <span className="sr-only">Loading {label}</span>}
      </span>
    )
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${label}`}
        onClick={() => setOpen(true)}
        className="block rounded-control border border-line hover:border-ink"
      >
        <img src={url} alt={label} className="size-28 rounded-control object-cover" />
      </button>
      {isOpen && (
        <Dialog open title={label} onClose={() => setOpen(false)}>
          <img src={url} alt={`${label}, large`} className="max-h-[75dvh] w-full object-contain" />
        </Dialog>
      )}
    </>
  )
}
