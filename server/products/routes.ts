import type { FastifyInstance } from 'fastify'
import { paging, readCategory } from '#contract/business.ts'
import { toPaise } from '#contract/money.ts'
import { Refused } from '../http/refusals.ts'
import { serveRead } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { productAdminRoutes } from './admin-routes.ts'
import { presentProduct } from './present.ts'
import { findAllProducts, findProduct, listProducts } from './store.ts'

export function productRoutes(api: FastifyInstance, parts: Pick<Parts, 'database' | 'reading' | 'images'>): void {
  const { reading: database } = parts
  serveRead(api, 'getAllProducts', async ({ query }) => {
    const { page = 1, limit = paging.productsDefaultLimit, category, q = '', sort = 'newest', minPrice, maxPrice, inStock } = query
    // Without any word of paging: the whole array, as older callers expect it.
    if (Object.values(query).every((value) => value === undefined)) return (await findAllProducts({ database })).map(presentProduct)
    const named = category?.trim() ? readCategory(category) : undefined
    if (category?.trim() && !named) return { products: [], total: 0 }
    const found = await listProducts({
      database,
      query: {
        category: named,
        q: q.trim(),
        sort,
        minPrice: minPrice === undefined ? undefined : toPaise(minPrice),
        maxPrice: maxPrice === undefined ? undefined : toPaise(maxPrice),
        inStock: inStock === 'true',
        limit,
        offset: (page - 1) * limit,
      },
    })
    return { products: found.rows.map(presentProduct), total: found.total }
  })

  serveRead(api, 'getProduct', async ({ params }) => {
    const row = await findProduct({ database, id: params.id })
    if (!row) throw new Refused({ status: 404, code: 'product_not_found' })
    return presentProduct(row)
  })

  productAdminRoutes(api, parts)
}
