import { useState } from 'react'
import { wholeImageFile } from '#contract/catalog/pictures/images.ts'
import type { AdminPicture } from '#contract/catalog/pictures/product-pictures.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Icon, trashIcon } from '../../../../ui/icon.tsx'
import { Picture, parseImagePath } from '../../../../ui/picture.tsx'
import { FocalPointPicker } from '../form/focal-point-picker.tsx'

/** The whole image without the 4:5 crop; an image from elsewhere is returned as it is. */
function toWholeImageUrl(image: string): string {
  const folder = parseImagePath(image)
  return folder === undefined ? image : `${folder}/${wholeImageFile}`
}

interface PictureEdit {
  alt: string
  focusX: number
  focusY: number
}

interface PictureRowProps {
  picture: AdminPicture
  index: number
  count: number
  isDragged: boolean
  isEdited: boolean
  onDrag: (id: string | undefined) => void
  onDrop: () => void
  onMove: (by: 1 | -1) => void
  onEdit: (isEdited: boolean) => void
  onSave: (edit: PictureEdit) => Promise<void>
  onDelete: () => void
}

const iconButton =
  'inline-flex size-11 items-center justify-center rounded-control border border-edge hover:border-ink hover:bg-sunk aria-disabled:border-line aria-disabled:text-edge aria-disabled:hover:bg-transparent'

/** One picture of the list: its place, its text and its focal point. */
export function PictureRow(props: PictureRowProps) {
  const { picture, index, count, isDragged, isEdited, onDrag, onDrop, onMove, onEdit, onSave, onDelete } = props
  const { _id, image, backdrop, alt } = picture
  const name = `picture ${index + 1}`
  const arrow = (by: 1 | -1, isEnd: boolean) => (
    <button
      type="button"
      data-move={`${_id} ${by}`}
      aria-label={`Move ${name} ${by === -1 ? 'up' : 'down'}`}
      // Stays focusable at the end of the list.
      aria-disabled={isEnd}
      onClick={() => !isEnd && onMove(by)}
      className={iconButton}
    >
      <Icon name="down" className={by === -1 ? 'rotate-180' : ''} />
    </button>
  )
  return (
    <li
      draggable={!isEdited}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(_id)
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => !event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
      className={`border-b border-line py-3 ${isDragged ? 'opacity-50' : ''}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Picture image={image} alt="" placeholderColor={backdrop} sizes="4rem" className="w-16 shrink-0 cursor-grab" />
        <p className="min-w-32 grow basis-32 text-sm">
          <span className="block font-semibold">
            Picture {index + 1}
            {index === 0 && <span className="font-normal text-soft"> · shown first</span>}
          </span>
          <span className="block wrap-anywhere text-soft">{alt || 'No text'}</span>
        </p>
        <span className="flex gap-2">
          {arrow(-1, index === 0)}
          {arrow(1, index === count - 1)}
          <Button aria-label={`Edit ${name}`} aria-expanded={isEdited} onClick={() => onEdit(!isEdited)} className="text-sm">
            Edit
          </Button>
          <button
            type="button"
            aria-label={`Delete ${name}`}
            aria-disabled={count === 1}
            title={count === 1 ? 'A product needs at least one picture.' : undefined}
            onClick={() => count > 1 && onDelete()}
            className={`${iconButton} text-bad`}
          >
            <Icon path={trashIcon} />
          </button>
        </span>
      </div>
      {isEdited && <PictureForm picture={picture} name={name} onSave={onSave} onCancel={() => onEdit(false)} />}
    </li>
  )
}

interface PictureFormProps {
  picture: AdminPicture
  name: string
  onSave: (edit: PictureEdit) => Promise<void>
  onCancel: () => void
}

function PictureForm({ picture, name, onSave, onCancel }: PictureFormProps) {
  const [alt, setAlt] = useState(picture.alt)
  const [focus, setFocus] = useState(picture.focus)
  return (
    <form
      aria-label={`Edit ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        void onSave({ alt, focusX: focus.x, focusY: focus.y })
      }}
      className="flex flex-col gap-3 pt-3"
    >
      <TextField
        label="Text for those who do not see the picture"
        optional
        hint="What the picture shows, such as: the back, with the yoke seam. Without it the name of the product is read."
        maxLength={maxLengths.pictureText}
        autoComplete="off"
        autoFocus
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <FocalPointPicker image={toWholeImageUrl(picture.image)} focus={focus} onMove={setFocus} />
      <div className="flex gap-3">
        <Button type="submit" variant="ink">
          Save picture
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
