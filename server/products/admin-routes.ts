import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { paging, quantities } from '#contract/business.ts'
import { toPaise } from '#contract/money.ts'
import type { AppDependencies } from '../dependencies.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { readMovements } from '../inventory/ledger.ts'
import { addProduct, changeProduct, correctStock, requireProduct, retireProduct } from './change-products.ts'
import { imageError, normaliseImage } from './normalise-image.ts'
import { presentAdminProduct } from './present.ts'
import { listProducts } from './repository.ts'
import { storeOriginal, writeSlug } from './store-original.ts'
import { acceptUploads } from './upload.ts'

type ProductParts = Pick<AppDependencies, 'database' | 'images'>

/** Seconds after which an administrator may try again while pictures cannot be stored. */
const retryAfterUnkept = 30

/** What only an administrator does with products. */
export function productAdminRoutes(api: FastifyInstance, parts: ProductParts): void {
  const { database } = parts
  const readCard = async (id: string) => {
    const product = presentAdminProduct(await requireProduct({ database, id }))
    return { product, movements: await readMovements({ database, productId: id }) }
  }

  defineRoute(api, 'getAdminProducts', async ({ query }) => {
    const { page, category, q = '', sort = 'newest', low } = query
    const limit = paging.productsPerPage
    const mostStock = low === undefined ? undefined : quantities.lowStock
    const found = await listProducts({ database, query: { category, q: q.trim(), sort, mostStock, limit, offset: (page - 1) * limit } })
    return { products: found.rows.map(presentAdminProduct), total: found.total, page, totalPages: Math.ceil(found.total / limit) }
  })

  defineRoute(api, 'deleteProduct', async ({ params }) => {
    await retireProduct({ database, id: params.id })
    return { message: 'Product deleted' }
  })

  defineRoute(api, 'getStockMovements', ({ params }) => readCard(params.id))

  defineRoute(api, 'changeStock', async ({ params, body, headers, request }) => {
    const key = headers['idempotency-key']
    const claim = key === undefined ? undefined : { scope: `stock ${params.id}`, key, body }
    await correctStock({ database, stock: { ...body, id: params.id, actorId: requireUser(request).id, claim } })
    return { message: 'Stock changed', ...(await readCard(params.id)) }
  })

  api.register(async (forms) => uploadRoutes(forms, parts))
}

async function uploadRoutes(api: FastifyInstance, { database, images }: ProductParts): Promise<void> {
  await acceptUploads(api)

  const keepPicture = async ({ name, upload, log }: { name: string; upload: Buffer; log: FastifyBaseLogger }) => {
    const { bytes, backdrop } = await normaliseImage(upload)
    try {
      return { imageKey: await storeOriginal({ images, slug: writeSlug(name), master: bytes }), backdrop }
    } catch (err) {
      // A full disk, or a store that is away: the rest of the shop goes on.
      log.error({ err }, 'a picture could not be stored')
      throw imageError('image_not_kept', { retryAfterSeconds: retryAfterUnkept })
    }
  }

  defineRoute(api, 'createProduct', async ({ body, headers, request }) => {
    const { image, price, stock, ...words } = body
    const upload = Buffer.from(await image.arrayBuffer())
    const actorId = requireUser(request).id
    const key = headers['idempotency-key']
    const sent = { ...words, price, stock, image: createHash('sha256').update(upload).digest('hex') }
    const claim = key === undefined ? undefined : { scope: `product ${actorId}`, key, body: sent }
    const picture = await keepPicture({ name: words.name, upload, log: request.log })
    const id = await addProduct({ database, product: { ...words, price: toPaise(price) }, stock, picture, actorId, claim })
    return { message: 'Product created successfully', product: presentAdminProduct(await requireProduct({ database, id })) }
  })

  defineRoute(api, 'editProduct', async ({ params, body, request }) => {
    const { image, price, version, ...words } = body
    const { id } = await requireProduct({ database, id: params.id })
    const upload = image && Buffer.from(await image.arrayBuffer())
    const picture = upload && (await keepPicture({ name: words.name, upload, log: request.log }))
    await changeProduct({ database, id, version, product: { ...words, price: toPaise(price) }, picture })
    return { message: 'Product saved', product: presentAdminProduct(await requireProduct({ database, id })) }
  })
}
