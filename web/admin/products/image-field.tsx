import { type DragEvent, type Ref, useEffect, useId, useState } from 'react'
import { uploads } from '#contract/business.ts'
import { Icon } from '../../ui/icon.tsx'

export interface ImageFieldProps {
  chosen: File | undefined
  onChoose: (file: File | undefined) => void
  error?: string | undefined
  /** the picture that stays when none is chosen */
  present?: string | undefined
  ref?: Ref<HTMLInputElement>
}

const types = 'image/png,image/jpeg,image/gif,image/webp'

/** A picture by dialog, by keyboard or dropped, shown before it is sent. */
export function ImageField({ chosen, onChoose, error, present, ref }: ImageFieldProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const preview = usePreview(chosen) ?? present
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onChoose(file)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Image
        {present !== undefined && <span className="font-normal text-soft"> (optional: without one the picture stays)</span>}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the input inside serves everybody */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`relative flex min-h-36 items-center gap-4 rounded-control border-2 border-dashed p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-indigo has-focus-visible:outline-dashed ${
          error ? 'border-bad' : isOver ? 'border-ink bg-sunk' : 'border-edge bg-raised hover:border-ink'
        }`}
      >
        <span className="flex aspect-4/5 w-24 shrink-0 items-center justify-center overflow-hidden bg-sunk text-edge">
          {preview === undefined ? <Icon name="plus" size={28} /> : <img src={preview} alt="" className="size-full object-contain" />}
        </span>
        <span className="min-w-0 text-sm">
          <span className="block font-semibold break-words">{chosen ? chosen.name : 'Choose an image or drop it here'}</span>
          <span id={`${id}-hint`} className="block text-soft">
            PNG, JPG, GIF up to {uploads.hintMegabytes}MB
          </span>
          {chosen && <span className="block text-soft">{formatFileSize(chosen.size)}</span>}
        </span>
        <input
          ref={ref}
          id={id}
          type="file"
          accept={types}
          required={present === undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => onChoose(event.currentTarget.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

const megabyte = 1024 * 1024

/** `2.4 MB`, and kilobytes where that would say `0.0 MB`. */
const formatFileSize = (bytes: number): string =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
