import type { FastifyInstance } from 'fastify'
import { presentAdminProduct } from '../catalog/product/product-row.ts'
import { requireProduct } from '../catalog/product/repository.ts'
import { notDeleted } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { defineRoute } from '../http/define-route.ts'
import { requireUser } from '../http/session.ts'
import { adjustStock } from './adjust-stock.ts'
import { readMovements } from './ledger.ts'
import { countWaiting } from './restock/restock-requests.ts'
import { listSizes, setSizes } from './set-sizes.ts'

export function inventoryRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  const readStock = async (id: string) => {
    const product = presentAdminProduct(await requireProduct({ database, id, condition: notDeleted }))
    const ofProduct = { database, productId: id }
    const [sizes, movements, waiting] = await Promise.all([listSizes(ofProduct), readMovements(ofProduct), countWaiting(ofProduct)])
    return { product, sizes, movements, waiting }
  }

  defineRoute(api, 'getStockMovements', ({ params }) => readStock(params.id))

  defineRoute(api, 'changeStock', async ({ params: { id }, body, headers, request }) => {
    const claim = { scope: `stock ${id}`, key: headers['idempotency-key'], body }
    await adjustStock({ database, adjustment: { ...body, productId: id, actorId: requireUser(request).id, claim } })
    return { message: 'Stock changed', ...(await readStock(id)) }
  })

  defineRoute(api, 'setProductSizes', async ({ params: { id }, body, request }) => {
    await setSizes({ database, change: { ...body, productId: id, actorId: requireUser(request).id } })
    return { message: 'Sizes saved', ...(await readStock(id)) }
  })
}
