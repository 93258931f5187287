import type { FastifyInstance } from 'fastify'
import { centre } from '#contract/catalog/pictures/images.ts'
import { recordInTransaction } from '../activity/record-activity.ts'
import { recordChange } from '../activity/record-change.ts'
import type { Database } from '../database/schema.ts'
import type { StorefrontReads } from '../database/storefront-reads.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { acceptUploads } from '../http/upload.ts'
import { AppError } from '../kernel/errors.ts'
import {
  createCategory,
  deleteCategory,
  hasReturnRules,
  listAdminCategories,
  listCategories,
  orderCategories,
  updateCategory,
} from './categories/categories.ts'
import { setCategoryPicture } from './categories/category-pictures.ts'
import { readAdminSizeGuide, readSizeGuide, setSizeGuide } from './categories/size-guides.ts'
import type { ListCache } from './listing/list-cache.ts'
import type { ImageStore } from './pictures/image-store.ts'
import { storeUpload } from './pictures/store-upload.ts'

interface CategoryDependencies {
  readonly database: Database
  readonly storefrontReads: StorefrontReads
  readonly cache: ListCache
  readonly images: ImageStore
}

export function categoryRoutes(api: FastifyInstance, { database, storefrontReads, cache, images }: CategoryDependencies): void {
  const listChanged = async (message: string) => {
    cache.clear()
    return { message, categories: await listAdminCategories({ database }) }
  }

  defineRoute(
    api,
    'getCategories',
    async () => {
      const from = storefrontReads.choose()
      const [categories, isLimited] = await Promise.all([listCategories({ database: from }), hasReturnRules({ database: from })])
      return { categories, ...(isLimited && { hasReturnRules: true }) }
    },
    {
      cacheable: true,
    },
  )

  defineRoute(api, 'getSizeGuide', ({ query }) => readSizeGuide({ database: storefrontReads.choose(), key: query.category ?? '' }), {
    cacheable: true,
  })

  defineRoute(api, 'getAdminSizeGuide', ({ params }) => readAdminSizeGuide({ database, key: params.key }))

  defineRoute(api, 'setSizeGuide', async ({ params, body, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'setSizeGuide', id: params.key }, (trx) =>
      setSizeGuide({ database: trx, key: params.key, ...body }),
    )
    return { message: 'Size guide saved', ...(await readAdminSizeGuide({ database, key: params.key })) }
  })

  defineRoute(api, 'getAdminCategories', async () => ({ categories: await listAdminCategories({ database }) }))

  defineRoute(api, 'createCategory', async ({ body, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'createCategory', id: body.key }, (trx) =>
      createCategory({ database: trx, draft: body }),
    )
    return listChanged('Category added')
  })

  defineRoute(api, 'editCategory', async ({ params, body, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'editCategory', id: params.key }, (trx) =>
      updateCategory({ database: trx, key: params.key, edit: body }),
    )
    return listChanged('Category saved')
  })

  defineRoute(api, 'orderCategories', async ({ body, request }) => {
    await recordInTransaction({ database, actorId: requireUser(request).id, call: 'orderCategories' }, (trx) =>
      orderCategories({ database: trx, keys: body.keys }),
    )
    return listChanged('Order saved')
  })

  defineRoute(api, 'deleteCategory', async ({ params, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'deleteCategory', id: params.key }, (trx) =>
      deleteCategory({ database: trx, key: params.key }),
    )
    return listChanged('Category deleted')
  })

  defineRoute(api, 'removeCategoryPicture', async ({ params: { key }, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'removeCategoryPicture', id: key }, (trx) =>
      setCategoryPicture({ database: trx, key, image: null }),
    )
    return listChanged('Picture removed')
  })

  api.register(async (forms) => pictureRoute(forms, { database, images }))
}

async function pictureRoute(
  api: FastifyInstance,
  { database, images }: Omit<CategoryDependencies, 'cache' | 'storefrontReads'>,
): Promise<void> {
  await acceptUploads(api)

  defineRoute(api, 'setCategoryPicture', async ({ params: { key }, body, request }) => {
    const category = (await listAdminCategories({ database })).find((listed) => listed.key === key)
    if (!category) throw new AppError('category_not_found')
    const upload = Buffer.from(await body.image.arrayBuffer())
    const focus = { x: body.focusX ?? centre.x, y: body.focusY ?? centre.y }
    const image = await storeUpload({ images, name: category.name, upload, focus, log: request.log })
    await recordChange({ database, actorId: requireUser(request).id, call: 'setCategoryPicture', id: key }, (trx) =>
      setCategoryPicture({ database: trx, key, image }),
    )
    return { message: 'Picture saved', categories: await listAdminCategories({ database }) }
  })
}
