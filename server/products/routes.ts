import type { FastifyInstance } from 'fastify'
import { paging, parseCategory } from '#contract/business.ts'
import { toPaise } from '#contract/money.ts'
import type { AppDependencies } from '../dependencies.ts'
import { AppError } from '../errors.ts'
import { defineCachedRoute } from '../http/define-route.ts'
import { productAdminRoutes } from './admin-routes.ts'
import { presentProduct } from './present.ts'
import { findAllProducts, findProduct, listProducts } from './repository.ts'

export function productRoutes(api: FastifyInstance, parts: Pick<AppDependencies, 'database' | 'readDatabase' | 'images'>): void {
  const { readDatabase: database } = parts
  defineCachedRoute(api, 'getAllProducts', async ({ query }) => {
    const { page = 1, limit = paging.productsDefaultLimit, category, q = '', sort = 'newest', minPrice, maxPrice, inStock } = query
    // Without any word of paging: the whole array, as older callers expect it.
    if (Object.values(query).every((value) => value === undefined)) return (await findAllProducts({ database })).map(presentProduct)
    const named = category?.trim() ? parseCategory(category) : undefined
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

  defineCachedRoute(api, 'getProduct', async ({ params }) => {
    const row = await findProduct({ database, id: params.id })
    if (!row) throw new AppError('product_not_found')
    return presentProduct(row)
  })

  productAdminRoutes(api, parts)
}
