import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import {
  createCollection,
  deleteCollection,
  listAdminCollections,
  listCollections,
  readCollection,
  updateCollection,
} from './collections.ts'

export function collectionRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  const readAdmin = async (id: string) => {
    const [collection] = await listAdminCollections({ database, id })
    if (!collection) throw new AppError('collection_not_found')
    return collection
  }

  defineRoute(api, 'getCollections', async () => ({ collections: await listCollections({ database }) }), { cacheable: true })

  defineRoute(api, 'getCollection', ({ params }) => readCollection({ database, slug: params.slug }), { cacheable: true })

  defineRoute(api, 'getAdminCollections', async () => ({ collections: await listAdminCollections({ database }) }))

  defineRoute(api, 'createCollection', async ({ body }) => {
    const id = await createCollection({ database, draft: body })
    return { message: 'Collection added', collection: await readAdmin(id) }
  })

  defineRoute(api, 'editCollection', async ({ params, body }) => {
    await updateCollection({ database, id: params.id, edit: body })
    return { message: 'Collection saved', collection: await readAdmin(params.id) }
  })

  defineRoute(api, 'deleteCollection', async ({ params }) => {
    await deleteCollection({ database, id: params.id })
    return { message: 'Collection deleted' }
  })
}
