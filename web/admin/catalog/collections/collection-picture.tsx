import type { AdminCollection } from '#contract/catalog/collections.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { OwnPicture } from '../products/form/own-picture.tsx'

interface CollectionPictureProps {
  collection: AdminCollection
  onSaved: (collection: AdminCollection) => void
  /** whether a file is chosen that is not saved */
  onEdit: (isEdited: boolean) => void
}

/** The collection's own picture: choose, replace or remove it. */
export function CollectionPicture({ collection: { _id, image, backdrop }, onSaved, onEdit }: CollectionPictureProps) {
  const params = { id: _id }
  return (
    <OwnPicture
      image={image}
      backdrop={backdrop}
      alt="The picture of the collection"
      emptyText="Without its own picture the shop shows that of the first product."
      onSend={(form) => sendForm({ route: 'POST /collections/:id/picture', params, ...form })}
      onRemove={() => callSignedIn('DELETE /collections/:id/picture', { params })}
      onSaved={({ collection }) => onSaved(collection)}
      onEdit={onEdit}
    />
  )
}
