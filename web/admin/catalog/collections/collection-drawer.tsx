import { useRef, useState } from 'react'
import { catalogErrors } from '#contract/catalog/catalog-errors.ts'
import type { AdminCollection } from '#contract/catalog/collections.ts'
import { ApiError } from '../../../api/client.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Drawer, DrawerSection } from '../../kit/drawer.tsx'
import { newId } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { RecordHistory } from '../../shared/record-history.tsx'
import { ReloadButton, SavedMessage } from '../../shared/saved-message.tsx'
import { GroupSales } from '../group-sales.tsx'
import { OwnPicture } from '../products/form/own-picture.tsx'
import { CollectionForm } from './collection-form.tsx'

interface Opened {
  /** undefined: a new one */
  readonly collection: AdminCollection | undefined
  readonly loadedAt: number
}

async function load(id: string): Promise<Opened> {
  const loadedAt = performance.now()
  if (id === newId) return { collection: undefined, loadedAt }
  const { collections } = await callSignedIn('GET /collections/list/admin', {})
  const collection = collections.find(({ _id }) => _id === id)
  if (collection) return { collection, loadedAt }
  throw new ApiError({ status: 404, body: { message: catalogErrors.collection_not_found.text, code: 'collection_not_found' } })
}

/** Adds or changes a collection. */
export function CollectionDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  const [message, setMessage] = useState('')
  const isEdited = useRef(false)
  const isPictureChosen = useRef(false)
  return (
    <Drawer
      resource={resource}
      title={id === newId ? 'Add a collection' : (resource.data?.collection?.title ?? 'Collection')}
      hasEdits={() => isEdited.current || isPictureChosen.current}
      onClose={onClose}
    >
      {({ collection, loadedAt }) => (
        <>
          <CollectionForm
            key={loadedAt}
            collection={collection}
            onEdit={(edited) => {
              isEdited.current = edited
              if (edited) setMessage('')
            }}
            onSaved={async ({ message: saved, collection: fresh }) => {
              // A navigation aborts a reload.
              if (collection === undefined) await onClose()
              onChange()
              if (collection === undefined) return
              resource.setData({ collection: fresh, loadedAt })
              setMessage(saved)
            }}
          >
            {collection && (
              <ReloadButton
                onClick={() => {
                  isEdited.current = false
                  resource.reload()
                }}
              />
            )}
            <SavedMessage>{message}</SavedMessage>
          </CollectionForm>
          {collection && <GroupSales group={{ kind: 'collection', key: collection._id }} />}
          {collection && (
            <DrawerSection title="Picture">
              <CollectionPicture
                collection={collection}
                onSaved={({ image, backdrop }) => {
                  // The rest and its version stay those that the form shows.
                  resource.setData({ collection: { ...collection, image, backdrop }, loadedAt })
                  onChange()
                }}
                onEdit={(edited) => {
                  isPictureChosen.current = edited
                }}
              />
            </DrawerSection>
          )}
          {collection && <RecordHistory key={collection.version} kind="collection" id={id} />}
        </>
      )}
    </Drawer>
  )
}

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
