import type { FastifyInstance } from 'fastify'
import { centre } from '#contract/catalog/pictures/images.ts'
import { recordChange, recordCreation } from '../../activity/record-change.ts'
import { isUuid } from '../../database/is-uuid.ts'
import type { Database } from '../../database/schema.ts'
import type { StorefrontReads } from '../../database/storefront-reads.ts'
import { defineRoute } from '../../http/define-route.ts'
import { requireUser } from '../../http/session.ts'
import { acceptUploads } from '../../http/upload.ts'
import { AppError } from '../../kernel/errors.ts'
import type { ImageStore } from '../pictures/image-store.ts'
import { storeUpload } from '../pictures/store-upload.ts'
import { addOfferTexts, type OfferTexts } from '../product/offer-texts.ts'
import {
  createCollection,
  deleteCollection,
  listAdminCollections,
  listCollections,
  readCollection,
  setCollectionPicture,
  updateCollection,
} from './collections.ts'

interface CollectionDependencies {
  readonly database: Database
  readonly storefrontReads: StorefrontReads
  readonly images: ImageStore
  readonly texts: OfferTexts
}

/** Throws `AppError` (404). */
async function readAdminCollection({ database, id }: { database: Database; id: string }) {
  const [collection] = isUuid(id) ? await listAdminCollections({ database, id }) : []
  if (!collection) throw new AppError('collection_not_found')
  return collection
}

export function collectionRoutes(api: FastifyInstance, { database, storefrontReads, images, texts }: CollectionDependencies): void {
  const readAdmin = (id: string) => readAdminCollection({ database, id })

  defineRoute(api, 'getCollections', async () => ({ collections: await listCollections({ database: storefrontReads.choose() }) }), {
    cacheable: true,
  })

  defineRoute(
    api,
    'getCollection',
    async ({ params, query }) => {
      const collection = await readCollection({ database: storefrontReads.choose(), slug: params.slug, page: query.page })
      return { ...collection, products: addOfferTexts({ products: collection.products, texts }) }
    },
    { cacheable: true },
  )

  defineRoute(api, 'getAdminCollections', async () => ({ collections: await listAdminCollections({ database }) }))

  defineRoute(api, 'createCollection', async ({ body, request }) => {
    const id = await recordCreation({ database, actorId: requireUser(request).id, call: 'createCollection' }, (trx) =>
      createCollection({ database: trx, draft: body }),
    )
    return { message: 'Collection added', collection: await readAdmin(id) }
  })

  defineRoute(api, 'editCollection', async ({ params, body, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'editCollection', id: params.id }, (trx) =>
      updateCollection({ database: trx, id: params.id, edit: body }),
    )
    return { message: 'Collection saved', collection: await readAdmin(params.id) }
  })

  defineRoute(api, 'deleteCollection', async ({ params, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'deleteCollection', id: params.id }, (trx) =>
      deleteCollection({ database: trx, id: params.id }),
    )
    return { message: 'Collection deleted' }
  })

  defineRoute(api, 'removeCollectionPicture', async ({ params, request }) => {
    const { _id: id } = await readAdmin(params.id)
    await recordChange({ database, actorId: requireUser(request).id, call: 'removeCollectionPicture', id: id }, (trx) =>
      setCollectionPicture({ database: trx, id, image: null }),
    )
    return { message: 'Picture removed', collection: await readAdmin(id) }
  })

  api.register(async (forms) => pictureRoute(forms, { database, images }))
}

async function pictureRoute(
  api: FastifyInstance,
  { database, images }: Omit<CollectionDependencies, 'storefrontReads' | 'texts'>,
): Promise<void> {
  await acceptUploads(api)

  defineRoute(api, 'setCollectionPicture', async ({ params, body, request }) => {
    const { _id: id, title } = await readAdminCollection({ database, id: params.id })
    const upload = Buffer.from(await body.image.arrayBuffer())
    const focus = { x: body.focusX ?? centre.x, y: body.focusY ?? centre.y }
    const image = await storeUpload({ images, name: title, upload, focus, log: request.log })
    await recordChange({ database, actorId: requireUser(request).id, call: 'setCollectionPicture', id: id }, (trx) =>
      setCollectionPicture({ database: trx, id, image }),
    )
    return { message: 'Picture saved', collection: await readAdminCollection({ database, id }) }
  })
}
