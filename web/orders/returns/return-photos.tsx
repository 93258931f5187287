import { returnLimits } from '#contract/kernel/limits/return-limits.ts'
import type { ShopperReturn } from '#contract/returns/returns.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PrivatePicture } from '../shared/private-picture.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import type { ReturnSource } from './return-source.ts'
import { usePhotos } from './use-photos.ts'

interface ReturnPhotosProps {
  returned: ShopperReturn
  source: ReturnSource
  onChange: (message: string) => void
}

/** The photos of a return. Until the items are received, the shopper adds and deletes their own. */
export function ReturnPhotos({ returned, source, onChange }: ReturnPhotosProps) {
  const { _id: returnId, pictures, canAddPictures, lines } = returned
  const { error, run } = useRequest()
  const own = pictures.filter(({ line }) => line === null)
  const ofShop = pictures.filter(({ line }) => line !== null)
  const room = returnLimits.maxPictures - own.length
  const nameOf = (line: number | null) => lines.find((each) => each.line === line)?.name ?? ''
  const remove = (pictureId: string) => run(async () => onChange((await source.deletePicture({ returnId, pictureId })).message))
  if (pictures.length === 0 && !canAddPictures) return null
  return (
    <div className="flex flex-col gap-3 print:hidden">
      {own.length > 0 && <p className="text-sm text-soft">Your photos</p>}
      {own.length > 0 && (
        <ul aria-label="Your photos" className="flex flex-wrap gap-3">
          {own.map(({ _id }, index) => (
            <li key={_id} className="flex flex-col items-start">
              <PrivatePicture id={_id} label={`Your photo ${index + 1}`} load={() => source.readPicture({ returnId, pictureId: _id })} />
              {canAddPictures && (
                <Button variant="quiet" aria-label={`Delete your photo ${index + 1}`} className="text-sm" onClick={() => remove(_id)}>
                  Delete
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {ofShop.length > 0 && <p className="text-sm text-soft">What we have received</p>}
      {ofShop.length > 0 && (
        <ul aria-label="Photos of the received items" className="flex flex-wrap gap-3">
          {ofShop.map(({ _id, line }) => (
            <li key={_id}>
              <PrivatePicture
                id={_id}
                label={`${nameOf(line)}, as received`}
                load={() => source.readPicture({ returnId, pictureId: _id })}
              />
            </li>
          ))}
        </ul>
      )}
      <FormError text={error} />
      {canAddPictures && room > 0 && <AddPhotos key={room} returnId={returnId} source={source} room={room} onChange={onChange} />}
    </div>
  )
}

interface AddPhotosProps {
  returnId: string
  source: ReturnSource
  room: number
  onChange: (message: string) => void
}

function AddPhotos({ returnId, source, room, onChange }: AddPhotosProps) {
  const photos = usePhotos({ source, room })
  const send = async () => {
    if (!photos.isSending && (await photos.send(returnId))) onChange('Thank you. We have your photos.')
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <PhotoPicker photos={photos} room={room} hint="A photo helps us to see the fault." />
      {photos.photos.length > 0 && (
        <Button variant="ink" aria-disabled={photos.isSending} aria-busy={photos.isSending} onClick={send}>
          {photos.isSending ? 'Sending…' : photos.photos.length === 1 ? 'Send the photo' : 'Send the photos'}
        </Button>
      )}
    </div>
  )
}
