import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import { centre } from '#contract/catalog/pictures/images.ts'
import { findDefaultSort } from '#contract/kernel/business.ts'
import { toPaise } from '#contract/kernel/money.ts'
import { recordInTransaction } from '../activity/record-activity.ts'
import { recordChange } from '../activity/record-change.ts'
import { presentPage, toOffset } from '../database/pages.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireRight, requireUser } from '../http/session.ts'
import { acceptUploads } from '../http/upload.ts'
import { AppError } from '../kernel/errors.ts'
import { requireCategory } from './categories/categories.ts'
import type { ListCache } from './listing/list-cache.ts'
import { listProducts } from './listing/list-products.ts'
import { parseImageKey, setFocalPoint } from './pictures/focal-point.ts'
import type { ImageStore } from './pictures/image-store.ts'
import { storeUpload } from './pictures/store-upload.ts'
import { assertMrp, createProduct, deleteProduct, updateProduct } from './product/change-products.ts'
import { countDemoProducts, removeDemoProducts } from './product/demo-products.ts'
import { changeDetails, describeEarlierPromises, toStoredDetails } from './product/product-details.ts'
import { presentAdminProduct, selectProducts } from './product/product-row.ts'
import { countHidden, setStatus } from './product/product-status.ts'
import { requireProduct } from './product/repository.ts'

interface ProductDependencies {
  readonly database: Database
  readonly images: ImageStore
  readonly cache: ListCache
}

/** Calls that only an administrator may make. */
export function productAdminRoutes(api: FastifyInstance, dependencies: ProductDependencies): void {
  const { database, cache } = dependencies

  defineRoute(api, 'getAdminProducts', async ({ query }) => {
    const { page, limit, status, category, q = '', sort = findDefaultSort(q.trim()), low, undeclared, unrated } = query
    const listQuery = {
      category,
      q: q.trim(),
      findsSkus: true,
      sort,
      status,
      isLow: low === 'yes',
      undeclared,
      isUnrated: unrated === 'yes',
      limit,
      offset: toOffset({ page, perPage: limit }),
    }
    const [{ rows, total }, hidden, demo] = await Promise.all([
      listProducts({ database, cache, select: selectProducts, query: listQuery }),
      countHidden({ database }),
      countDemoProducts({ database }),
    ])
    return { products: rows.map(presentAdminProduct), ...presentPage({ page, perPage: limit, total }), counts: { ...hidden, demo } }
  })

  defineRoute(api, 'changeProductDetails', async ({ params, body: { version, details }, request }) => {
    const { id, details: before } = await requireProduct({ database, id: params.id, condition: notDeleted })
    await recordChange({ database, actorId: requireUser(request).id, call: 'changeProductDetails', id: id }, (trx) =>
      changeDetails({ database: trx, id, version, details: toStoredDetails(details) }),
    )
    cache.clear()
    const product = presentAdminProduct(await requireProduct({ database, id, condition: notDeleted }))
    const kept = before.availableFrom === details.availableFrom ? '' : await describeEarlierPromises({ database, id })
    return { message: `Details saved${kept}`, details: product.details, detailsVersion: product.detailsVersion }
  })

  defineRoute(api, 'setProductStatus', async ({ params, body: { publishAt, ...change }, request }) => {
    const { id } = await requireProduct({ database, id: params.id, condition: notDeleted })
    const status = { id, ...change, publishAt: publishAt === undefined ? undefined : new Date(publishAt) }
    await recordChange({ database, actorId: requireUser(request).id, call: 'setProductStatus', id: id }, (trx) =>
      setStatus({ database: trx, change: status }),
    )
    cache.clear()
    const product = presentAdminProduct(await requireProduct({ database, id, condition: notDeleted }))
    return { message: describeStatus(product), product }
  })

  defineRoute(api, 'removeDemoProducts', async ({ request }) => {
    const removed = await recordInTransaction({ database, actorId: requireUser(request).id, call: 'removeDemoProducts' }, (trx) =>
      removeDemoProducts({ database: trx }),
    )
    cache.clear()
    const archived = removed.archived === 0 ? '' : `, ${removed.archived} archived because of orders`
    return { message: `${removed.deleted} demo products deleted${archived}`, ...removed }
  })

  defineRoute(api, 'deleteProduct', async ({ params, request }) => {
    await recordChange({ database, actorId: requireUser(request).id, call: 'deleteProduct', id: params.id }, (trx) =>
      deleteProduct({ database: trx, id: params.id }),
    )
    cache.clear()
    return { message: 'Product deleted' }
  })

  api.register(async (forms) => uploadRoutes(forms, dependencies))
}

async function uploadRoutes(api: FastifyInstance, { database, images, cache }: ProductDependencies): Promise<void> {
  await acceptUploads(api)

  defineRoute(api, 'createProduct', async ({ body, headers, request }) => {
    const { image: file, stock, sizes, draft, focusX, focusY, ...fields } = body
    const product = { ...fields, ...toPrices(fields) }
    assertMrp({ mrp: product.mrp, prices: [product.price] })
    const sum = sizes?.reduce((total, size) => total + size.stock, 0) ?? stock
    if (sum !== stock) throw new AppError('sizes_differ', { sum, stock })
    const upload = Buffer.from(await file.arrayBuffer())
    const actorId = requireUser(request).id
    const focus = { x: focusX ?? centre.x, y: focusY ?? centre.y }
    const keyedBody = { ...fields, stock, sizes, draft, focus, image: createHash('sha256').update(upload).digest('hex') }
    const claim = { scope: `product ${actorId}`, key: headers['idempotency-key'], body: keyedBody }
    await requireCategory({ database, key: fields.category })
    const image = await storeUpload({ images, name: fields.name, upload, focus, log: request.log })
    const id = await createProduct({ database, product, stock, sizes, image, isDraft: draft === 'yes', actorId, claim })
    cache.clear()
    return {
      message: 'Product created successfully',
      product: presentAdminProduct(await requireProduct({ database, id, condition: notDeleted })),
    }
  })

  defineRoute(api, 'editProduct', async ({ params, body, request }) => {
    const { image: file, version, focusX, focusY, ...fields } = body
    const current = await requireProduct({ database, id: params.id, condition: notDeleted })
    const { id, image_key: imageKey, placeholder_color: placeholderColor } = current
    const product = { ...fields, ...toPrices(fields) }
    const mrp = product.mrp === undefined ? current.mrp_paise : product.mrp
    if (product.price !== current.price_paise || mrp !== current.mrp_paise) requireRight(request, 'prices')
    assertMrp({ mrp, prices: [product.price, current.regular_price_paise ?? product.price] })
    await requireCategory({ database, key: fields.category })
    const upload = file && Buffer.from(await file.arrayBuffer())
    const { focus: oldFocus } = upload ? { focus: centre } : parseImageKey(imageKey)
    const focus = { x: focusX ?? oldFocus.x, y: focusY ?? oldFocus.y }
    const isMoved = focusX !== undefined || focusY !== undefined
    const image = upload
      ? await storeUpload({ images, name: fields.name, upload, focus, log: request.log })
      : isMoved
        ? { imageKey: setFocalPoint({ imageKey, focus }), placeholderColor }
        : undefined
    await recordChange({ database, actorId: requireUser(request).id, call: 'editProduct', id: id }, (trx) =>
      updateProduct({ database: trx, id, version, product, image }),
    )
    cache.clear()
    return { message: 'Product saved', product: presentAdminProduct(await requireProduct({ database, id, condition: notDeleted })) }
  })
}

const statusMessages = { on_sale: 'Product published', draft: 'Product is a draft', archived: 'Product archived' } as const

const describeStatus = ({ status, publishAt }: AdminProduct): string => (publishAt ? 'Publication planned' : statusMessages[status])

const toPrices = ({ price, mrp, cost }: { price: number; mrp?: number | null | undefined; cost?: number | null | undefined }) => ({
  price: toPaise(price),
  mrp: mrp === undefined || mrp === null ? mrp : toPaise(mrp),
  cost: cost === undefined || cost === null ? cost : toPaise(cost),
})
