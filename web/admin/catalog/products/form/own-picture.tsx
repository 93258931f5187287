import { type FormEvent, useEffect, useRef, useState } from 'react'
import { centre } from '#contract/catalog/pictures/images.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { useLatest } from '../../../kit/use-latest.ts'
import { SavedMessage } from '../../../shared/saved-message.tsx'
import { ImageField } from './image-field.tsx'
import { describeUploadError } from './submit-product.ts'
import { UploadProgress } from './upload-progress.tsx'

interface OwnPictureProps<Reply> {
  /** null: none */
  image: string | null
  backdrop: string | null
  alt: string
  /** what is shown without a picture */
  emptyText: string
  onSend: (form: { values: { image: File; focusX: string; focusY: string }; onProgress: (fraction: number) => void }) => Promise<Reply>
  onRemove: () => Promise<Reply>
  onSaved: (reply: Reply) => void
  /** whether a file is chosen that is not saved */
  onEdit: (isEdited: boolean) => void
}

/** The own picture of a collection or category: choose, replace or remove it. */
export function OwnPicture<Reply extends { message: string }>({
  image,
  backdrop,
  alt,
  emptyText,
  onSend,
  onRemove,
  onSaved,
  onEdit,
}: OwnPictureProps<Reply>) {
  const [file, setFile] = useState<File>()
  const [focus, setFocus] = useState(centre)
  const [fraction, setFraction] = useState<number>()
  const [isRemoving, setRemoving] = useState(false)
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const hadImage = useRef(image !== null)
  // The button that was pressed is gone.
  useEffect(() => {
    if (image === null && hadImage.current && document.activeElement === document.body) input.current?.focus()
    hadImage.current = image !== null
  }, [image])
  // What is around the picture may have changed when its reply arrives.
  const latest = useLatest(onSaved)
  const isBusy = fraction !== undefined || isRemoving

  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setFocus(centre)
    setError(undefined)
    setMessage('')
    onEdit(chosen !== undefined)
  }
  const run = async (action: () => Promise<Reply>) => {
    setError(undefined)
    setMessage('')
    try {
      const saved = await action()
      choose(undefined)
      latest.current(saved)
      setMessage(saved.message)
    } catch (failure) {
      setError(describeUploadError(failure))
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (file === undefined) return setError(screenTexts.selectImage)
    setFraction(0)
    const values = { image: file, focusX: String(focus.x), focusY: String(focus.y) }
    await run(() => onSend({ values, onProgress: setFraction }))
    setFraction(undefined)
  }
  const remove = async () => {
    if (isBusy) return
    setRemoving(true)
    await run(onRemove)
    setRemoving(false)
  }

  return (
    <form noValidate onSubmit={save} aria-busy={isBusy} className="flex flex-col gap-4">
      {image === null ? (
        <p className="text-soft">{emptyText}</p>
      ) : (
        <div className="flex items-end gap-4">
          <Picture image={image} alt={alt} placeholderColor={backdrop ?? ''} sizes="96px" className="w-24" />
          <Button aria-disabled={isBusy} onClick={remove} className="text-sm">
            {isRemoving ? 'Removing…' : 'Remove picture'}
          </Button>
        </div>
      )}
      <ImageField
        ref={input}
        key={image}
        file={file}
        disabled={isBusy}
        onSelect={choose}
        error={error}
        focus={focus}
        onFocusMove={setFocus}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="ink" aria-disabled={isBusy} className="text-sm">
          {image === null ? 'Save picture' : 'Replace picture'}
        </Button>
        {fraction !== undefined && <UploadProgress fraction={fraction} />}
        <SavedMessage>{message}</SavedMessage>
      </div>
    </form>
  )
}
