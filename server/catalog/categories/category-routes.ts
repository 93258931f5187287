import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { defineRoute } from '../../http/define-route.ts'
import type { ListCache } from '../listing/list-cache.ts'
import { createCategory, deleteCategory, listAdminCategories, listCategories, orderCategories, updateCategory } from './categories.ts'
import { readAdminSizeGuide, readSizeGuide, setSizeGuide } from './size-guides.ts'

export function categoryRoutes(api: FastifyInstance, { database, cache }: { database: Database; cache: ListCache }): void {
  const listChanged = async (message: string) => {
    cache.clear()
    return { message, categories: await listAdminCategories({ database }) }
  }

  defineRoute(api, 'getCategories', async () => ({ categories: await listCategories({ database }) }), { cacheable: true })

  defineRoute(api, 'getSizeGuide', ({ query }) => readSizeGuide({ database, key: query.category ?? '' }), { cacheable: true })

  defineRoute(api, 'getAdminSizeGuide', ({ params }) => readAdminSizeGuide({ database, key: params.key }))

  defineRoute(api, 'setSizeGuide', async ({ params, body }) => {
    await setSizeGuide({ database, key: params.key, ...body })
    return { message: 'Size guide saved', ...(await readAdminSizeGuide({ database, key: params.key })) }
  })

  defineRoute(api, 'getAdminCategories', async () => ({ categories: await listAdminCategories({ database }) }))

  defineRoute(api, 'createCategory', async ({ body }) => {
    await createCategory({ database, draft: body })
    return listChanged('Category added')
  })

  defineRoute(api, 'editCategory', async ({ params, body }) => {
    await updateCategory({ database, key: params.key, edit: body })
    return listChanged('Category saved')
  })

  defineRoute(api, 'orderCategories', async ({ body }) => {
    await orderCategories({ database, keys: body.keys })
    return listChanged('Order saved')
  })

  defineRoute(api, 'deleteCategory', async ({ params }) => {
    await deleteCategory({ database, key: params.key })
    return listChanged('Category deleted')
  })
}
