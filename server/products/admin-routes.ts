import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { paging, quantities } from '#contract/business.ts'
import { centre } from '#contract/images.ts'
import { toPaise } from '#contract/money.ts'
import type { Database } from '../database/schema.ts'
import { AppError } from '../errors.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { requireCategory } from './categories.ts'
import { createProduct, deleteProduct, updateProduct } from './change-products.ts'
import { parseImageKey, setFocalPoint } from './focal-point.ts'
import type { ImageStore } from './image-store.ts'
import type { ListCache } from './list-cache.ts'
import { listProducts } from './list-products.ts'
import { presentAdminProduct } from './present.ts'
import { requireProduct } from './repository.ts'
import { storeUpload } from './store-upload.ts'
import { acceptUploads } from './upload.ts'

interface ProductDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly cache: ListCache
}

/** Calls that only an administrator may make. */
export function productAdminRoutes(api: FastifyInstance, dependencies: ProductDependencies): void {
  const { database, cache } = dependencies

  defineRoute(api, 'getAdminProducts', async ({ query }) => {
    const { page, category, q = '', sort = 'newest', low } = query
    const limit = paging.productsPerPage
    const maxStock = low === undefined ? undefined : quantities.lowStock
    const { rows, total } = await listProducts({
      database,
      cache,
      query: { category, q: q.trim(), sort, maxStock, limit, offset: (page - 1) * limit },
    })
    return { products: rows.map(presentAdminProduct), total, page, totalPages: Math.ceil(total / limit) }
  })

  defineRoute(api, 'deleteProduct', async ({ params }) => {
    await deleteProduct({ database, id: params.id })
    cache.clear()
    return { message: 'Product deleted' }
  })

  api.register(async (forms) => uploadRoutes(forms, dependencies))
}

async function uploadRoutes(api: FastifyInstance, { database, images, cache }: ProductDependencies): Promise<void> {
  await acceptUploads(api)

  defineRoute(api, 'createProduct', async ({ body, headers, request }) => {
    const { image: file, price, stock, sizes, focusX, focusY, ...fields } = body
    const sum = sizes?.reduce((total, size) => total + size.stock, 0) ?? stock
    if (sum !== stock) throw new AppError('sizes_differ', { sum, stock })
    const upload = Buffer.from(await file.arrayBuffer())
    const actorId = requireUser(request).id
    const focus = { x: focusX ?? centre.x, y: focusY ?? centre.y }
    const keyedBody = { ...fields, price, stock, sizes, focus, image: createHash('sha256').update(upload).digest('hex') }
    const claim = { scope: `product ${actorId}`, key: headers['idempotency-key'], body: keyedBody }
    await requireCategory({ database, key: fields.category })
    const image = await storeUpload({ images, name: fields.name, upload, focus, log: request.log })
    const id = await createProduct({ database, product: { ...fields, price: toPaise(price) }, stock, sizes, image, actorId, claim })
    cache.clear()
    return { message: 'Product created successfully', product: presentAdminProduct(await requireProduct({ database, id })) }
  })

  defineRoute(api, 'editProduct', async ({ params, body, request }) => {
    const { image: file, price, version, focusX, focusY, ...fields } = body
    const { id, image_key: imageKey, placeholder_color: placeholderColor } = await requireProduct({ database, id: params.id })
    await requireCategory({ database, key: fields.category })
    const upload = file && Buffer.from(await file.arrayBuffer())
    const current = upload ? centre : parseImageKey(imageKey).focus
    const focus = { x: focusX ?? current.x, y: focusY ?? current.y }
    const image = upload
      ? await storeUpload({ images, name: fields.name, upload, focus, log: request.log })
      : { imageKey: setFocalPoint({ imageKey, focus }), placeholderColor }
    await updateProduct({ database, id, version, product: { ...fields, price: toPaise(price) }, image })
    cache.clear()
    return { message: 'Product saved', product: presentAdminProduct(await requireProduct({ database, id })) }
  })
}
