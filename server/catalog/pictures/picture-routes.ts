import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { centre } from '#contract/catalog/pictures/images.ts'
import type { PictureList } from '#contract/catalog/pictures/product-pictures.ts'
import { uploads } from '#contract/kernel/limits/uploads.ts'
import { recordChange } from '../../activity/record-change.ts'
import { findStoredAnswer } from '../../database/idempotency.ts'
import { notDeleted } from '../../database/product-conditions.ts'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { acceptUploads } from '../../http/upload.ts'
import { AppError } from '../../kernel/errors.ts'
import { presentAdminPicture } from '../product/product-row.ts'
import { requireProduct } from '../product/repository.ts'
import type { ImageStore } from './image-store.ts'
import { addPicture, changePictures, editPicture, findPictures, removePicture, sortPictures } from './pictures.ts'
import { storeUpload } from './store-upload.ts'

interface PictureDependencies {
  readonly database: Database
  readonly images: ImageStore
}

/** Calls of administrators for the pictures of a product. */
export function pictureRoutes(api: FastifyInstance, dependencies: PictureDependencies): void {
  const { database } = dependencies

  defineRoute(api, 'getProductPictures', ({ params }) => readPictures({ database, id: params.id }))

  defineRoute(api, 'orderProductPictures', async ({ params, body: { version, order }, request }) => {
    const { id } = await requireProduct({ database, id: params.id, condition: notDeleted })
    await recordChange({ database, actorId: requireUser(request).id, call: 'orderProductPictures', id: id }, (trx) =>
      changePictures({ database: trx, productId: id, version, change: (pictures) => sortPictures({ pictures, ids: order }) }),
    )
    return { message: 'Pictures sorted', ...(await readPictures({ database, id })) }
  })

  defineRoute(api, 'changeProductPicture', async ({ params, body: { version, ...edit }, request }) => {
    const { id } = await requireProduct({ database, id: params.id, condition: notDeleted })
    await recordChange({ database, actorId: requireUser(request).id, call: 'changeProductPicture', id: id }, (trx) =>
      changePictures({
        database: trx,
        productId: id,
        version,
        change: (pictures) => editPicture({ pictures, id: params.pictureId, edit }),
      }),
    )
    return { message: 'Picture saved', ...(await readPictures({ database, id })) }
  })

  defineRoute(api, 'deleteProductPicture', async ({ params, query: { version }, request }) => {
    const { id } = await requireProduct({ database, id: params.id, condition: notDeleted })
    await recordChange({ database, actorId: requireUser(request).id, call: 'deleteProductPicture', id: id }, (trx) =>
      changePictures({ database: trx, productId: id, version, change: (pictures) => removePicture({ pictures, id: params.pictureId }) }),
    )
    return { message: 'Picture deleted', ...(await readPictures({ database, id })) }
  })

  api.register(async (forms) => uploadRoute(forms, dependencies))
}

async function uploadRoute(api: FastifyInstance, { database, images }: PictureDependencies): Promise<void> {
  await acceptUploads(api)

  defineRoute(api, 'addProductPicture', async ({ params, body, headers, request }) => {
    const { id, name } = await requireProduct({ database, id: params.id, condition: notDeleted })
    const upload = Buffer.from(await body.image.arrayBuffer())
    const focus = { x: body.focusX ?? centre.x, y: body.focusY ?? centre.y }
    const keyedBody = { focus, image: createHash('sha256').update(upload).digest('hex') }
    const claim = { scope: `pictures ${id}`, key: headers['idempotency-key'], body: keyedBody }
    // Checked again in the transaction: here, so that a picture too many is not processed. Read before the stored answer,
    // because the same request may have been answered in between.
    const isFull = (await findPictures({ database, productId: id })).length >= uploads.maxPictures
    if (!(await findStoredAnswer({ database, claim }))) {
      if (isFull) throw new AppError('too_many_pictures')
      const image = await storeUpload({ images, name, upload, focus, log: request.log })
      await recordChange({ database, actorId: requireUser(request).id, call: 'addProductPicture', id: id }, (trx) =>
        addPicture({ database: trx, productId: id, image, claim }),
      )
    }
    return { message: 'Picture added', ...(await readPictures({ database, id })) }
  })
}

/** Throws `AppError` (404). */
async function readPictures({ database, id }: { database: Database; id: string }): Promise<PictureList> {
  const product = await requireProduct({ database, id, condition: notDeleted })
  const pictures = await findPictures({ database, productId: product.id })
  return { version: product.pictures_version, pictures: pictures.map(presentAdminPicture) }
}
