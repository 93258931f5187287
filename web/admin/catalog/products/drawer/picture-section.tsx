import { useEffect, useRef, useState } from 'react'
import type { PictureList } from '#contract/catalog/pictures/product-pictures.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import * as screenTexts from '#contract/kernel/texts/screen-texts.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'
import { LoadError } from '../../../kit/drawer.tsx'
import { StatusMessage, useAction } from '../../../kit/use-action.tsx'
import { useResource } from '../../../kit/use-resource.ts'
import { PictureRow } from './picture-row.tsx'
import { PictureUploads } from './picture-uploads.tsx'
import { useProductCard, useReportEdit } from './product-card.tsx'

const load = (id: string) => callSignedIn('GET /products/:id/pictures', { params: { id } })

/** The list with one picture at another place. */
export function movePicture<Item>({ list, from, to }: { list: readonly Item[]; from: number; to: number }): Item[] {
  const others = list.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)]
}

/** Adds, sorts, describes and deletes the pictures of a product. */
export function PictureSection() {
  const card = useProductCard()
  const productId = card.product._id
  const { data, error, reload, setData } = useResource({ id: productId, load })
  const { busy, message, run } = useAction(reload)
  const [editedId, setEditedId] = useState<string>()
  const [deletedId, setDeletedId] = useState<string>()
  const [draggedId, setDraggedId] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  // The button that gets the focus when the rows have changed: a moved row loses it, and so does a deleted one.
  const nextFocus = useRef<string>(undefined)
  useReportEdit(isUploading || editedId !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the rows have their new order
  useEffect(() => {
    if (nextFocus.current !== undefined) list.current?.querySelector<HTMLElement>(`[data-move="${nextFocus.current}"]`)?.focus()
    nextFocus.current = undefined
  }, [data])

  const loadError = <LoadError error={error} onRetry={reload} />
  if (data === undefined) return error === undefined ? <p className="delayed text-soft">Loading the pictures…</p> : loadError

  const { version, pictures } = data
  const show = (reply: PictureList) => {
    setData(reply)
    card.show({})
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= pictures.length || from === to) return
    const order = movePicture({ list: pictures.map(({ _id }) => _id), from, to })
    return run(async () => {
      show(await callSignedIn('PATCH /products/:id/pictures', { params: { id: productId }, body: { version, order } }))
      return { message: `Picture ${from + 1} is now picture ${to + 1} of ${pictures.length}.` }
    })
  }

  return (
    <>
      {loadError}
      <p className="text-sm text-soft">
        The first picture is shown in lists, carts and emails. Drag a picture to move it, or use its arrows.
      </p>
      <ol ref={list} aria-label="Pictures" aria-busy={busy} className="flex flex-col">
        {pictures.map((picture, index) => (
          <PictureRow
            key={picture._id}
            picture={picture}
            index={index}
            count={pictures.length}
            isDragged={draggedId === picture._id}
            isEdited={editedId === picture._id}
            onDrag={setDraggedId}
            onDrop={() => {
              const from = pictures.findIndex(({ _id }) => _id === draggedId)
              setDraggedId(undefined)
              if (from !== -1) void move(from, index)
            }}
            onMove={(by) => {
              nextFocus.current = `${picture._id} ${by}`
              void move(index, index + by)
            }}
            onEdit={(isEdited) => setEditedId(isEdited ? picture._id : undefined)}
            onSave={async (edit) => {
              const params = { id: productId, pictureId: picture._id }
              await run(
                () => callSignedIn('PATCH /products/:id/pictures/:pictureId', { params, body: { version, ...edit } }),
                (reply) => {
                  setEditedId(undefined)
                  show(reply)
                },
              )
            }}
            onDelete={() => setDeletedId(picture._id)}
          />
        ))}
      </ol>
      <StatusMessage message={message} />
      {pictures.length < uploads.maxPictures || isUploading ? (
        <PictureUploads productId={productId} count={pictures.length} onAdded={show} onUpload={setUploading} />
      ) : (
        <p className="text-sm text-soft">{`A product has at most ${uploads.maxPictures} pictures. Delete one to add another.`}</p>
      )}
      {deletedId !== undefined && (
        <ConfirmDialog
          title={screenTexts.deleteQuestion}
          text="The picture leaves the product page. Orders keep the picture that was ordered."
          action="Delete"
          busy={busy}
          onConfirm={() => {
            const params = { id: productId, pictureId: deletedId }
            nextFocus.current = `${pictures.find(({ _id }) => _id !== deletedId)?._id} 1`
            setDeletedId(undefined)
            void run(() => callSignedIn('DELETE /products/:id/pictures/:pictureId', { params, query: { version } }), show)
          }}
          onClose={() => setDeletedId(undefined)}
        />
      )}
    </>
  )
}
