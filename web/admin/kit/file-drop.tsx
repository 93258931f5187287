import { type DragEvent, useId, useState } from 'react'

interface FileDropProps {
  label: string
  hint: string
  /** media types or endings of file names */
  accept: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: Iterable<File>) => void
}

/** A file input that files can be dropped on. */
export function FileDrop({ label, hint, accept, multiple = false, disabled = false, onFiles }: FileDropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onFiles(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input inside is accessible
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`relative flex min-h-20 flex-col justify-center rounded-control border-2 border-dashed p-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-indigo has-focus-visible:outline-dashed ${
        isOver ? 'border-ink bg-sunk' : 'border-edge bg-raised hover:border-ink'
      }`}
    >
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <span id={`${id}-hint`} className="text-soft">
        {hint}
      </span>
      <input
        id={id}
        type="file"
        multiple={multiple}
        disabled={disabled}
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? [])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </div>
  )
}
