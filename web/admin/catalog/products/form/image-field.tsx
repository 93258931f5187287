import { type DragEvent, type Ref, useEffect, useId, useState } from 'react'
import type { FocalPoint } from '#contract/catalog/pictures/images.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { Icon, plusIcon } from '../../../../ui/icon.tsx'
import { FocalPointPicker } from './focal-point-picker.tsx'

export interface ImageFieldProps {
  file: File | undefined
  onSelect: (file: File | undefined) => void
  error?: string | undefined
  /** while the file is being sent */
  disabled?: boolean
  focus: FocalPoint
  onFocusMove: (focus: FocalPoint) => void
  ref?: Ref<HTMLInputElement>
}

/** A smaller picture looks blurred on product pages. */
const minSharpPixels = 600

export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp'

/** A file input with drag and drop and a preview. */
export function ImageField({ file, onSelect, error, disabled = false, focus, onFocusMove, ref }: ImageFieldProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const preview = usePreview(file)
  const [small, setSmall] = useState<string>()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !disabled) onSelect(dropped)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Image
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input inside is accessible */}
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
          {preview === undefined ? (
            <Icon path={plusIcon} size={28} />
          ) : (
            <img
              key={preview}
              src={preview}
              alt=""
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                const isSmall = Math.min(naturalWidth, naturalHeight) < minSharpPixels
                setSmall(isSmall ? `${naturalWidth} × ${naturalHeight}` : undefined)
              }}
              className="size-full object-contain"
            />
          )}
        </span>
        <span className="min-w-0 text-sm">
          <span className="block font-semibold break-words">{file ? file.name : 'Choose an image or drop it here'}</span>
          <span id={`${id}-hint`} className="block text-soft">
            PNG, JPG, GIF up to {uploads.hintMegabytes}MB
          </span>
          {file && <span className="block text-soft">{formatFileSize(file.size)}</span>}
          <span role="status" className="block font-medium empty:hidden">
            {preview !== undefined && small && `Only ${small} pixels: it will look blurred. Better are 1200 or more.`}
          </span>
        </span>
        <input
          ref={ref}
          id={id}
          type="file"
          accept={imageTypes}
          required
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => onSelect(event.currentTarget.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {preview !== undefined && <FocalPointPicker key={preview} image={preview} focus={focus} onMove={onFocusMove} />}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

const bytesPerMegabyte = 1024 * 1024

/** `2.4 MB`, or kilobytes below one megabyte. */
const formatFileSize = (bytes: number): string =>
  bytes < bytesPerMegabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / bytesPerMegabyte).toFixed(1)} MB`

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setUrl(undefined)
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url
}
