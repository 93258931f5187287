import { useId } from 'react'
import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Photos, photoTypes } from './use-photos.ts'

/** Chooses photos of a fault and shows them; each can be removed before it is sent. */
export function PhotoPicker({
  photos: { photos, refused, isSending, add, remove },
  room,
  hint,
}: {
  photos: Photos
  room: number
  hint: string
}) {
  const id = useId()
  const left = room - photos.length
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium">
        Photos <span className="font-normal text-soft">(optional)</span>
      </legend>
      <p id={`${id}-hint`} className="text-sm text-soft">
        {hint} Up to {room} {room === 1 ? 'photo' : 'photos'}: JPG, PNG, WebP or GIF. Only you and we see them; we delete them after a year.
      </p>
      <ul aria-label="Chosen photos" className="flex flex-wrap gap-3 empty:hidden">
        {photos.map(({ key, url, file, error }, index) => (
          <li key={key} className="flex w-28 flex-col gap-1.5">
            <div className="relative">
              <img
                src={url}
                alt={`${index + 1}: ${file.name}`}
                className="size-28 rounded-control border border-line bg-sunk object-cover"
              />
              <button
                type="button"
                aria-label={`Remove photo ${index + 1}`}
                disabled={isSending}
                onClick={() => remove(key)}
                className="absolute -top-2 -right-2 inline-flex size-11 items-center justify-center"
              >
                <span className="inline-flex size-8 items-center justify-center rounded-full border border-edge bg-raised hover:border-ink">
                  <Icon name="close" />
                </span>
              </button>
            </div>
            <p role="alert" className="text-sm font-medium text-bad empty:hidden wrap-anywhere">
              {error}
            </p>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <label
          htmlFor={id}
          className="button button-outline relative w-fit cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-indigo has-focus-visible:outline-dashed"
        >
          {photos.length > 0 ? 'Add another photo' : room === 1 ? 'Choose a photo' : 'Choose photos'}
          <input
            id={id}
            type="file"
            accept={photoTypes}
            multiple={left > 1}
            disabled={isSending}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              add(currentTarget.files ?? [])
              // The same file can be chosen again.
              currentTarget.value = ''
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        </label>
      )}
      <p role="alert" className="font-medium text-bad empty:hidden wrap-anywhere">
        {refused.length > 0 &&
          `Not added: ${refused.join(', ')}. A return has at most ${returnLimits.maxPictures} photos: JPG, PNG, WebP or GIF of up to ${uploads.maxMegabytes} MB.`}
      </p>
    </fieldset>
  )
}
