import { type FrontPagePicture, frontPageLimits } from '#contract/settings/front-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { MoveButtons } from '../kit/move-buttons.tsx'
import { useLatest } from '../kit/use-latest.ts'
import { PictureField } from '../shared/picture-field.tsx'

interface MorePicturesFieldProps {
  pictures: readonly FrontPagePicture[]
  error?: string | undefined
  onChange: (pictures: FrontPagePicture[]) => void
}

/** The pictures beside the first one of the front page, in their order. Visitors scroll from one to the next. */
export function MorePicturesField({ pictures, error, onChange }: MorePicturesFieldProps) {
  const latest = useLatest(pictures)
  const ids = pictures.map((_, index) => String(index))
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-medium">Further pictures</legend>
      {pictures.map((picture, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice, and its field has no state of its own
          key={index}
          className="flex flex-col gap-3 rounded-control border border-line p-4"
        >
          <MoveButtons
            ids={ids}
            id={String(index)}
            label={`picture ${index + 2}`}
            onMove={(moved) => onChange(moved.flatMap((id) => pictures[Number(id)] ?? []))}
          />
          <PictureField
            label={`Picture ${index + 2}`}
            picture={picture}
            onChange={(changed) => onChange(latest.current.flatMap((other, place) => (place === index ? (changed ?? []) : other)))}
          />
        </div>
      ))}
      {pictures.length < frontPageLimits.morePictures && (
        <PictureField
          key={pictures.length}
          label={`Picture ${pictures.length + 2}`}
          uploadLabel="Upload a further picture"
          picture={null}
          onChange={(added) => added && onChange([...latest.current, added])}
        />
      )}
      <FormError text={error} className="text-sm" />
    </fieldset>
  )
}
